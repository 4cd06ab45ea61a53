import type { NetworkName } from '../network';
import type { GraphClient } from './graph-client';
import { asObject, numberOf, textOf } from './json';

/** Permissions that each network requires for posting (Meta's guides "Pages API", "Content Publishing"). */
const NEEDED: Record<NetworkName, readonly string[]> = {
  facebook: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  instagram: ['instagram_basic', 'instagram_content_publish', 'pages_show_list', 'pages_read_engagement'],
};

const ALL_NEEDED = [...new Set([...NEEDED.facebook, ...NEEDED.instagram])];

/** The objects that each permission was granted for; `null` for all objects. */
type Grants = ReadonlyMap<string, readonly string[] | null>;

export interface TokenFacts {
  type: 'user' | 'page' | null;
  /** The person who granted it. */
  personId: string | null;
  /** When the token ends, in ms since 1970; null when never. Absent when Meta does not say. */
  expiresAt?: number | null;
  /** When the app's access to the person's data ends, which is a clock of its own. Absent when Meta does not say. */
  dataAccessExpiresAt?: number | null;
  /** `null` when Meta does not say. */
  grants: Grants | null;
}

const UNKNOWN: TokenFacts = { type: null, personId: null, grants: null };

/**
 * Reads what Meta says about a token. The app asks if there is one, else the token itself, which Meta may refuse; such
 * a refusal is not held against the token. Meta accepts the inspected token only in the query (reference "Debug
 * Token").
 */
export async function readTokenFacts(
  graph: GraphClient,
  token: string,
  signal?: AbortSignal,
): Promise<TokenFacts> {
  const answer = await graph.get('debug_token', graph.appToken ?? token, { input_token: token }, signal);
  const data = answer.kind === 'ok' ? asObject(answer.json.data) : undefined;
  if (!data || data.error || data.is_valid === false) return UNKNOWN;
  return {
    type: typeOf(data.type),
    personId: personOf(data.user_id),
    ...(data.expires_at !== undefined && { expiresAt: endOf(data.expires_at) }),
    ...(data.data_access_expires_at !== undefined && {
      dataAccessExpiresAt: endOf(data.data_access_expires_at),
    }),
    grants: grantsOf(data),
  };
}

/**
 * @param targets the objects that the permissions must be granted for; without any, every grant counts.
 * @returns null when the grants are unknown.
 */
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

/** The ids of system users and of apps' own tokens are other numbers, or 0. */
function personOf(id: unknown): string | null {
  const text = textOf(id);
  return text !== undefined && /^[1-9]\d{0,31}$/.test(text) ? text : null;
}

function endOf(instant: unknown): number | null {
  const seconds = numberOf(instant) ?? 0;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
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
