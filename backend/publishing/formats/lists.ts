import {
  FORMATS,
  type FormatName,
  type PostFormat,
  type PostKind,
  type PostList,
  type PostTopic,
} from './formats';

const ALL: readonly PostFormat[] = FORMATS;

/** All lists without duplicates, in the order of the menu; then those that are part of the list of all posts only. */
export const ALL_LISTS: readonly PostList[] = [...new Set(ALL.map(({ list }) => list))].sort(
  (one, other) => Number(one.unlisted ?? false) - Number(other.unlisted ?? false),
);

/** The lists that have calls and screens of their own. */
export const LISTS = ALL_LISTS.filter(({ unlisted }) => !unlisted);

export const KINDS: PostKind[] = ALL_LISTS.map(({ kind }) => kind);

export const POST_TOPICS: readonly PostTopic[] = ALL_LISTS.map(({ topic }) => topic);

/** The path without slashes. Names the list's screen, below /dashboard, and its colour. */
export const slugOf = ({ path }: PostList) => path.replaceAll('/', '-');

/** Default format of what is uploaded to the list. */
export const formatIn = (list: PostList): PostFormat => found(ALL.find((format) => format.list === list));

/** What a file becomes that is uploaded in this format. */
export const formatOfLength = (format: PostFormat, durationMs: number | null): PostFormat =>
  format.shorter && (durationMs ?? 0) <= format.shorter.upToMs
    ? formatOf({ network: format.network, format: format.shorter.format })
    : format;

/** The list of a post that is made of such a file first. */
export const listFor = ({ list, picture }: PostFormat, first: 'video' | 'image' | 'none'): PostList =>
  first === 'image' && picture ? picture.list : list;

export const listOf = (kind: PostKind): PostList => found(ALL_LISTS.find((list) => list.kind === kind));

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
  ALL_LISTS.map((list) => [list.kind, formatIn(list).network]),
) as Record<PostKind, Network>;

/** The kinds whose posts wait in one line, by the kind that names it. */
export const kindsInStream = (stream: PostKind): PostKind[] =>
  KINDS.filter((kind) => kind === stream || listOf(kind).stream === stream);

const streamsOn = (network: Network) => KINDS_OF[network].filter((kind) => !listOf(kind).stream);

/** The lines in which posts without a time wait, each named by a kind. */
export const STREAMS_OF: Record<Network, readonly PostKind[]> = {
  facebook: streamsOn('facebook'),
  instagram: streamsOn('instagram'),
};

/**
 * The format of a row.
 * @throws Error when no such format is declared.
 */
export const formatOf = ({ network, format }: { network: Network; format: FormatName }): PostFormat =>
  found(ALL.find((each) => each.network === network && each.name === format));

/** The format that a request names; undefined when the network has none of that name. */
export const formatNamed = (network: Network, name: unknown): PostFormat | undefined =>
  ALL.find((each) => each.network === network && each.name === name);

/** The formats whose posts wait for no turn: without a time they stay drafts. */
export const FLEETING = ALL.flatMap(({ fleeting, name }) => (fleeting ? [name] : []));

/** What the file in a row is. */
export const mediaTypeOf = (row: {
  network: Network;
  format: FormatName;
  duration_ms: number | null;
}): 'video' | 'image' | 'none' => {
  const { media, picture, files } = formatOf(row);
  if (!picture && !files) return media;
  return row.duration_ms === null ? 'image' : 'video';
};

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no such format is declared');
  return value;
}
