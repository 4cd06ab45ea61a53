import type { NetworkName } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, numberOf, textOf } from './json';

/** What each network needs to be posted to (Meta's guides "Pages API", "Content Publishing"). */
const NEEDED: Record<NetworkName, readonly string[]> = {
  facebook: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  instagram: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
};

const ALL_NEEDED = [...new Set([...NEEDED.facebook, ...NEEDED.instagram])];

/** By permission, the objects that it was granted for; `null`: for all. */
type Grants = ReadonlyMap<string, readonly string[] | null>;

export interface TokenFacts {
  type: 'user' | 'page' | null;
  /** When the token ends, or its access to data does; null when never, and when Meta does not say. */
  expiresAt: number | null;
  /** `null`: Meta does not say. */
  grants: Grants | null;
}

const UNKNOWN: TokenFacts = { type: null, expiresAt: null, grants: null };

/**
 * What Meta tells of a token: to the app if there is one, else to the token itself, which it may refuse. That alone
 * refuses nobody. Meta takes the token that is asked about nowhere but in the query (reference "Debug Token").
 */
export async function readTokenFacts(
  graph: GraphClient,
  token: string,
  signal?: AbortSignal,
): Promise<TokenFacts> {
  const answer = await graph.get('debug_token', graph.appToken ?? token, { input_token: token }, signal);
  const data = answer.kind === 'ok' ? asObject(answer.json.data) : undefined;
  if (!data || data.error || data.is_valid === false) return UNKNOWN;
  return { type: typeOf(data.type), expiresAt: endOf(data), grants: grantsOf(data) };
}

/** @param targets what the permissions have to be granted for; without, any grant counts. */
export function missingPermissions(
  { grants }: TokenFacts,
  network: NetworkName | 'any',
  targets: readonly string[] = [],
): string[] | null {
  if (!grants) return null;
  return (network === 'any' ? ALL_NEEDED : NEEDED[network]).filter((permission) => {
    const granted = grants.get(permission);
    if (granted === undefined) return true;
    return granted !== null && targets.length > 0 && !targets.some((target) => granted.includes(target));
  });
}

function typeOf(type: unknown): TokenFacts['type'] {
  if (type === 'PAGE') return 'page';
  return type === 'USER' || type === 'SYSTEM_USER' ? 'user' : null;
}

function endOf(data: Record<string, unknown>): number | null {
  const ends = [data.expires_at, data.data_access_expires_at].map((seconds) => numberOf(seconds) ?? 0);
  const earliest = Math.min(...ends.filter((seconds) => seconds > 0));
  return Number.isFinite(earliest) ? earliest * 1000 : null;
}

function grantsOf({ scopes, granular_scopes }: Record<string, unknown>): Grants | null {
  if (!Array.isArray(scopes) && !Array.isArray(granular_scopes)) return null;
  const grants = new Map<string, readonly string[] | null>();
  for (const scope of listOf(scopes)) if (typeof scope === 'string') grants.set(scope, null);
  for (const entry of listOf(granular_scopes).map(asObject)) {
    const scope = textOf(entry?.scope);
    const targets = listOf(entry?.target_ids)
      .map(textOf)
      .filter((id) => id !== undefined);
    if (scope && (targets.length > 0 || !grants.has(scope)))
      grants.set(scope, targets.length > 0 ? targets : null);
  }
  return grants;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
