import type { PostList } from '../../../../backend/publishing/formats/formats';
import { ALL_LISTS, slugOf } from '../../../../backend/publishing/formats/lists';
import type { PostKind } from '../../types';
import { labelOf, mediaOf, textsOf } from './listTexts';

const look = (list: PostList) => ({
  /** Name of one post of this kind. */
  label: labelOf(list),
  name: list.name,
  media: mediaOf(list),
  frequency: list.frequency,
  resource: list.path,
  /** Whether the list of all posts has to be narrowed down to it. */
  unlisted: list.unlisted ?? false,
  screen: list.unlisted
    ? { title: 'Calendar', href: '/dashboard/calendar' }
    : { title: list.title, href: `/dashboard/${slugOf(list)}` },
  /** CSS class of its colour, see tokens.css. */
  className: `kind-${slugOf(list)}`,
  texts: textsOf(list),
});

export const KINDS = Object.fromEntries(ALL_LISTS.map((list) => [list.kind, look(list)])) as Record<
  PostKind,
  ReturnType<typeof look>
>;

export const ALL_KINDS = ALL_LISTS.map(({ kind }) => kind);
