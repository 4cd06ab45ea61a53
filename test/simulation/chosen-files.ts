import { coverFile, filesOf, sha256 } from './contents';
import type { FinishedUploads } from './finished-uploads';
import type { Cover } from './knowledge';
import type { Composition, CoverChoice } from './plan';

/** Files as a request names them, and what is to be public of them. */
export interface ChosenFiles {
  media: { media_id: string; alt_text: string }[];
  bytes: string;
  alts: string;
}

export interface ChosenCover {
  body: { at_ms: number } | { media_id: string } | null;
  value: Cover;
}

const NO_FILES: ChosenFiles = { media: [], bytes: '', alts: '' };

const AT_MS = 1_500;

/** What users upload in order to make items of it. */
export class FileChoice {
  constructor(
    private readonly seed: number,
    private readonly uploads: FinishedUploads,
  ) {}

  /** @returns undefined without room for them */
  files(
    id: number,
    userId: number,
    wanted: Pick<Composition, 'of' | 'files' | 'bytes' | 'long'>,
  ): ChosenFiles | undefined {
    if (wanted.of === 'text') return NO_FILES;
    const files = filesOf(this.seed, id, wanted);
    const ids = files.flatMap(({ bytes, picture }) => this.uploads.add(userId, bytes, picture) ?? []);
    if (ids.length < files.length) return undefined;
    const alts = files.map((_, n) => `Picture ${n} of ${id}`);
    return {
      media: ids.map((media_id, n) => ({ media_id, alt_text: alts[n] ?? '' })),
      bytes: files.map(({ bytes }) => sha256(bytes)).join(),
      alts: alts.join(),
    };
  }

  /** @returns undefined without room for it */
  cover(id: number, userId: number, choice: CoverChoice): ChosenCover | undefined {
    if (choice === 'none') return { body: null, value: null };
    if (choice === 'frame') return { body: { at_ms: AT_MS }, value: { atMs: AT_MS } };
    const { bytes, picture } = coverFile(this.seed, id);
    const media_id = this.uploads.add(userId, bytes, picture);
    return media_id === undefined ? undefined : { body: { media_id }, value: { picture: sha256(bytes) } };
  }
}
