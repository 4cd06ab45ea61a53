import type { FormatName } from '../../../../backend/publishing/formats/formats';

/** A frame of the film, or an uploaded picture. */
export type Cover = { atMs: number } | { mediumId: string; name: string; path: string };

/** An account that the post goes to. */
export interface Target {
  accountId: number;
  /** Null: the first that fits. */
  format: FormatName | null;
  /** Of this account alone; null: as for all. */
  text: string | null;
  /** Value of a `datetime-local` input; null: as for all. */
  time: string | null;
}

/** What is written of a post, besides its files. */
export interface UnsentPost {
  text: string;
  firstComment: string;
  /** Of a post without files. */
  link: string;
  /** Value of a `datetime-local` input; empty: none. */
  time: string;
  cover: Cover | null;
  targets: readonly Target[];
}

/** What is written of a post that exists already. */
export interface EditedPost extends UnsentPost {
  title: string;
  draft: boolean;
  /** The pending posts that were made with it change, too. */
  toGroup: boolean;
}

export const EMPTY_POST: UnsentPost = {
  text: '',
  firstComment: '',
  link: '',
  time: '',
  cover: null,
  targets: [],
};

/** Whether anything would be lost. Accounts and a time are chosen again in a moment. */
export const hasContent = ({ text, firstComment, link, targets }: UnsentPost): boolean =>
  [text, firstComment, link, ...targets.map((target) => target.text ?? '')].some(
    (each) => each.trim() !== '',
  );

export const withTarget = (post: UnsentPost, accountId: number, change: Partial<Target>): UnsentPost => ({
  ...post,
  targets: post.targets.map((target) => (target.accountId === accountId ? { ...target, ...change } : target)),
});

/** Goes to the only account, unless it goes somewhere already. */
export const withSole = (post: UnsentPost, accountId: number | undefined): UnsentPost =>
  accountId === undefined || post.targets.length > 0 ? post : toggled(post, accountId);

export function toggled(post: UnsentPost, accountId: number): UnsentPost {
  const others = post.targets.filter((target) => target.accountId !== accountId);
  if (others.length < post.targets.length) return { ...post, targets: others };
  return { ...post, targets: [...others, { accountId, format: null, text: null, time: null }] };
}
