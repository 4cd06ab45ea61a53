import type { Database } from '../../database/database';
import { query } from '../../database/tables';

/** A post that may have gone out, and where to. */
export interface Candidate {
  id: number;
  /** The network and the account's id there; several users may have connected the same Page. */
  place: string;
  userId: number;
  /** Null: one of the user's captions. */
  words: string | null;
}

/** The texts of the users who are asked for. A post without a text of its own took one of them, in turn. */
export class CaptionTexts {
  private readonly texts = new Map<number, Set<string>>();

  constructor(private readonly db: Database) {}

  async of(userId: number): Promise<Set<string>> {
    const known = this.texts.get(userId);
    if (known) return known;
    const rows = await this.db.rows(
      query.selectFrom('captions').select('content').where('user_id', '=', userId),
    );
    const own = new Set(rows.map(({ content }) => content));
    this.texts.set(userId, own);
    return own;
  }
}

/** Ids of the candidates whose text another candidate of the same place may have, too. */
export async function sharedAmong(candidates: Candidate[], captions: CaptionTexts): Promise<Set<number>> {
  const counts = new Map<string, number>();
  /** By place, the users of posts whose text is one of their captions. */
  const captioned = new Map<string, Set<number>>();
  for (const { place, words, userId } of candidates) {
    if (words === null) captioned.set(place, (captioned.get(place) ?? new Set()).add(userId));
    else counts.set(`${place} ${words}`, (counts.get(`${place} ${words}`) ?? 0) + 1);
  }
  const shared = new Set<number>();
  for (const { id, place, words } of candidates) {
    if (words === null) continue;
    let isShared = (counts.get(`${place} ${words}`) ?? 0) > 1;
    for (const userId of captioned.get(place) ?? []) isShared ||= (await captions.of(userId)).has(words);
    if (isShared) shared.add(id);
  }
  return shared;
}
