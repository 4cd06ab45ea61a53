import type { DomainError } from '../../common/errors/errors';
import type { NetworkName } from '../../ports/networks/network';
import type { SharedVideoRow } from '../../shared-videos/shared-video.view';
import { isMediumId, type MediumRow } from '../../uploads/media-rows';

export type Fields = Readonly<Record<string, unknown>>;

/** What is known of the ids in a body. Those of other users are missing. */
export interface Known {
  /** A file, or the refusal of one that cannot be used. */
  media: ReadonlyMap<string, MediumRow | DomainError>;
  /** Of the shared library. */
  videos: ReadonlyMap<number, SharedVideoRow>;
  /** The networks of connected accounts. */
  accounts: ReadonlyMap<number, NetworkName>;
  timezone: string;
  now: number;
  maxVideoBytes: number;
}

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listIn = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? (value as unknown[]).slice(0, most) : [];

/** The id of a row, as a number or its digits; 0 for anything else. */
export function idIn(value: unknown): number {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
}

/** The ids of uploads that a list of `{media_id}` and covers name. */
export const mediumIdsIn = (values: readonly unknown[]): string[] => [
  ...new Set(values.map((value) => fieldsOf(value).media_id).filter(isMediumId)),
];

/** The ids of the library's videos that a list of `{shared_video_id}` names. */
export const sharedIdsIn = (values: readonly unknown[]): number[] => [
  ...new Set(values.map((value) => idIn(fieldsOf(value).shared_video_id)).filter((id) => id > 0)),
];
