import type { PageOnOffer } from './calls';

/** What is ticked: 'page 12', 'instagram 34'. */
export type Choice = ReadonlySet<string>;

export const keyOfPage = ({ page_id }: PageOnOffer) => `page ${page_id}`;
export const keyOfInstagram = ({ id }: NonNullable<PageOnOffer['instagram']>) => `instagram ${id}`;

/** All that can be ticked of these Pages. An Instagram account is posted to with the token of its Page. */
export const choicesOf = (pages: readonly PageOnOffer[]): string[] =>
  pages
    .filter(({ can_post }) => can_post)
    .flatMap((page) => [keyOfPage(page), ...(page.instagram ? [keyOfInstagram(page.instagram)] : [])]);

/** A single Page is ticked, and what is connected already, since it is to be renewed. */
export function firstChoice(pages: readonly PageOnOffer[]): Choice {
  if (pages.length === 1) return new Set(choicesOf(pages));
  return new Set(
    pages
      .filter(({ can_post }) => can_post)
      .flatMap((page) => [
        ...(page.connected ? [keyOfPage(page)] : []),
        ...(page.instagram?.connected ? [keyOfInstagram(page.instagram)] : []),
      ]),
  );
}

export function toggled(choice: Choice, keys: readonly string[], on: boolean): Choice {
  const next = new Set(choice);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** As the server takes it; what is no longer offered is left out. */
export function chosenOf(choice: Choice, pages: readonly PageOnOffer[]) {
  const able = pages.filter(({ can_post }) => can_post);
  const accounts = able.flatMap(({ instagram }) => (instagram ? [instagram] : []));
  return {
    page_ids: able.filter((page) => choice.has(keyOfPage(page))).map(({ page_id }) => page_id),
    instagram_ids: accounts.filter((account) => choice.has(keyOfInstagram(account))).map(({ id }) => id),
  };
}

/** The Pages whose name, or whose account's name, has the text. */
export function matching(pages: readonly PageOnOffer[], text: string): readonly PageOnOffer[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return pages;
  const has = (name: string) => name.toLocaleLowerCase().includes(wanted);
  return pages.filter(({ name, instagram }) => has(name) || (instagram && has(`@${instagram.username}`)));
}
