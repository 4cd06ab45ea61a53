import { isolated } from '../../format';
import { fitsOf, violationOf, type MediumFacts } from '../../../../backend/media/fits';
import { FORMATS, type FormatName, type PostFormat } from '../../../../backend/publishing/formats/formats';
import type { Network } from '../accounts/account';
import type { ChosenFile } from './chosenFile';
import { TEXTS } from './texts';

export interface FormatChoice {
  name: FormatName;
  /** Why it cannot be chosen; null: it can. */
  why: string | null;
}

/** The first that fits is proposed. */
const ORDER: readonly FormatName[] = ['text', 'reel', 'video', 'photo', 'multi_photo', 'carousel', 'story'];

const ALL: readonly PostFormat[] = FORMATS;

const formatsOn = (network: Network): PostFormat[] =>
  ALL.filter((format) => format.network === network).sort(
    (one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name),
  );

/** What these files can become on a network. While they are being looked at, nothing speaks against anything. */
export function choicesOf(network: Network, files: readonly ChosenFile[]): FormatChoice[] {
  const facts = files.flatMap((file) => file.facts ?? []);
  const isKnown = facts.length === files.length;
  return formatsOn(network).map(({ name }) => ({
    name,
    why: isKnown ? whyNot(network, name, files, facts) : null,
  }));
}

function whyNot(
  network: Network,
  name: FormatName,
  files: readonly ChosenFile[],
  facts: MediumFacts[],
): string | null {
  if (files.length > 1 && files.some(({ sharedVideoId }) => sharedVideoId !== null)) return TEXTS.sharedAlone;
  const [only] = files;
  if (only && files.length === 1 && name !== 'multi_photo' && name !== 'carousel' && name !== 'text') {
    const fits = only.medium?.fits ?? (facts[0] ? fitsOf(facts[0], Infinity) : []);
    const fit = fits.find((each) => each.network === network && each.format === name);
    if (fit) return fit.message;
  }
  const broken = violationOf({ network, format: name }, facts, Infinity);
  if (!broken) return null;
  const file = broken.file === undefined ? undefined : files[broken.file];
  return file ? `${isolated(file.name)}: ${broken.message}` : broken.message;
}

/** What the post becomes: as it was chosen if that still fits, else the first that does. */
export const chosenFormat = (
  wanted: FormatName | null,
  choices: readonly FormatChoice[],
): FormatName | null =>
  (
    choices.find(({ name, why }) => name === wanted && why === null) ??
    choices.find(({ why }) => why === null)
  )?.name ?? null;

/** Why an account cannot get these files at all; null: it can, or there are none yet. */
export function unfitReason(network: Network, files: readonly ChosenFile[]): string | null {
  if (files.length === 0) return null;
  const choices = choicesOf(network, files);
  if (choices.some(({ why }) => why === null)) return null;
  const isFilm = files[0]?.isFilm;
  const nearest = files.length > 1 ? ['multi_photo', 'carousel'] : [isFilm ? 'reel' : 'photo'];
  return choices.find(({ name }) => nearest.includes(name))?.why ?? choices[0]?.why ?? null;
}

export const isFleeting = (network: Network, name: FormatName): boolean =>
  ALL.some((format) => format.network === network && format.name === name && format.fleeting);

/** Reels and videos have a cover. */
export const hasCover = (network: Network, name: FormatName): boolean =>
  ALL.some(
    ({ media, fleeting, ...format }) =>
      format.network === network && format.name === name && media === 'video' && !fleeting,
  );

/** What such a post can be made of. */
export function filesTaken(post: { network: Network; format: FormatName }) {
  const format = ALL.find(({ network, name }) => network === post.network && name === post.format);
  return { most: format?.files?.to ?? 1, takesShared: format?.media === 'video' };
}
