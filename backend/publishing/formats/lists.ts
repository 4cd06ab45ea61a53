import {
  FORMATS,
  type FormatName,
  type PostFormat,
  type PostKind,
  type PostList,
  type PostTopic,
} from './formats';

const ALL: readonly PostFormat[] = FORMATS;

/** Each once, in the order of the menu. */
export const LISTS: readonly PostList[] = [...new Set(ALL.map(({ list }) => list))];

export const KINDS: PostKind[] = LISTS.map(({ kind }) => kind);

export const POST_TOPICS: readonly PostTopic[] = LISTS.map(({ topic }) => topic);

/** Its name where no slash may be: of its screen, below /dashboard, and of its colour. */
export const slugOf = ({ path }: PostList) => path.replaceAll('/', '-');

/** What posts in the list become that are uploaded there, where nothing else is said. */
export const formatIn = (list: PostList): PostFormat => found(ALL.find((format) => format.list === list));

export const listOf = (kind: PostKind): PostList => found(LISTS.find((list) => list.kind === kind));

/** Where those who watch posts of this kind are told of a change. */
export const topicOf = (kind: PostKind) => listOf(kind).topic;

type Network = PostFormat['network'];

const kindsOn = (wanted: Network): PostKind[] =>
  KINDS.filter((kind) => ALL.some(({ network, list }) => network === wanted && list.kind === kind));

export const KINDS_OF: Record<Network, readonly PostKind[]> = {
  facebook: kindsOn('facebook'),
  instagram: kindsOn('instagram'),
};

export const NETWORK_OF = Object.fromEntries(
  LISTS.map((list) => [list.kind, formatIn(list).network]),
) as Record<PostKind, Network>;

/** Of a row. */
export const formatOf = ({ network, format }: { network: Network; format: FormatName }): PostFormat =>
  found(ALL.find((each) => each.network === network && each.name === format));

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no such format is declared');
  return value;
}
