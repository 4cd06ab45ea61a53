import {
  FORMATS,
  type FormatName,
  type PostFormat,
  type PostKind,
  type PostList,
  type PostTopic,
} from './formats';

const ALL: readonly PostFormat[] = FORMATS;

/** All lists without duplicates, in the order of the menu. */
export const LISTS: readonly PostList[] = [...new Set(ALL.map(({ list }) => list))];

export const KINDS: PostKind[] = LISTS.map(({ kind }) => kind);

export const POST_TOPICS: readonly PostTopic[] = LISTS.map(({ topic }) => topic);

/** The path without slashes. Names the list's screen, below /dashboard, and its colour. */
export const slugOf = ({ path }: PostList) => path.replaceAll('/', '-');

/** Default format of what is uploaded to the list. */
export const formatIn = (list: PostList): PostFormat => found(ALL.find((format) => format.list === list));

export const listOf = (kind: PostKind): PostList => found(LISTS.find((list) => list.kind === kind));

/** The topic that announces changes to posts of this kind. */
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

/**
 * The format of a row.
 * @throws Error when no such format is declared.
 */
export const formatOf = ({ network, format }: { network: Network; format: FormatName }): PostFormat =>
  found(ALL.find((each) => each.network === network && each.name === format));

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no such format is declared');
  return value;
}
