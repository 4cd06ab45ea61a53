/**
 * What a Meta error means for a publication: by subcode, then code, then HTTP status. The numbers come from Meta's
 * guides "Handle Errors", "Rate Limits", "Reels Publishing" and "Instagram Error Codes".
 */
export type ErrorClass =
  | 'transient'
  | 'rate_limit'
  /** No call with this token succeeds any more, whatever the account. */
  | 'token'
  /** Refused for this account only, or for lack of a permission. */
  | 'reconnect'
  | 'blocked'
  | 'not_ready'
  | 'new_session'
  | 'offset'
  | 'missing'
  | 'refused';

const BY_SUBCODE: Record<ErrorClass, readonly number[]> = {
  token: [458, 459, 460, 463, 464, 467, 492],
  reconnect: [4854002, 1363042, 1363005, 1404078, 2207050],
  blocked: [1390008, 1404112, 2207051],
  rate_limit: [1996, 2207042, 2207069],
  transient: [1363030, 1363019, 1363033, 1363021, 1363047, 2207001, 2207003, 2207052, 2207077, 1609010],
  new_session: [1363041, 2207020, 2207032, 2207053, 2207006, 2207008, 2207082],
  not_ready: [2207027],
  offset: [1363037],
  missing: [33],
  refused: [
    1404082, 1346003, 1404102, 1366046, 1366051, 1363040, 1363127, 1363128, 1363129, 1363022, 1363023,
    1363024, 1363025, 1363026, 1363031, 1363032, 1363020, 2207004, 2207005, 2207009, 2207010, 2207023,
    2207026, 2207028, 2207035, 2207036, 2207037, 2207040, 2207057, 2207076, 2207081, 2207083, 1772107,
    1404006, 1609005, 1609008, 2061006, 1349125, 2069019,
  ],
};

const BY_CODE: Record<Exclude<ErrorClass, 'offset'>, readonly number[]> = {
  transient: [1, 2, -1, -2, 389, 9004, 6001],
  rate_limit: [4, 17, 32, 341, 613, 80001, 80002, 9],
  token: [102, 190],
  reconnect: [10, 25],
  blocked: [368],
  new_session: [24],
  not_ready: [9007],
  missing: [803],
  refused: [
    3, 20, 100, 104, 240, 324, 351, 352, 382, 506, 2500, 2635, 6000, 36000, 36001, 36003, 36004, 1609005,
  ],
};

const tableOf = (lists: Partial<Record<ErrorClass, readonly number[]>>) =>
  new Map(
    Object.entries(lists).flatMap(([name, numbers]) => numbers.map((number) => [number, name as ErrorClass])),
  );

const subcodes = tableOf(BY_SUBCODE);
const codes = tableOf(BY_CODE);

export interface MetaErrorNumbers {
  status: number;
  code?: number;
  subcode?: number;
  isTransient?: boolean;
}

export function classify(numbers: MetaErrorNumbers): ErrorClass {
  const { status, isTransient } = numbers;
  const named = listedClass(numbers);
  if (named) return named;
  if (isTransient || status >= 500 || status === 408) return 'transient';
  if (status === 429) return 'rate_limit';
  if (status === 401) return 'reconnect';
  return 'refused';
}

/** The class from the lists above; undefined for an unlisted number. */
export function listedClass({ code, subcode }: MetaErrorNumbers): ErrorClass | undefined {
  return (
    subcodes.get(subcode ?? NaN) ??
    // Meta's reels guide calls these numbers "Error Code", so they are matched in either place.
    subcodes.get(code && code > 1_000_000 ? code : NaN) ??
    codes.get(code ?? NaN) ??
    (code !== undefined && code >= 200 && code <= 299 ? 'reconnect' : undefined)
  );
}
