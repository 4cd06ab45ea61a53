import type { Inspection } from '../network';
import type { GraphClient } from './graph-client';
import { textOf } from './json';
import { isPassing, managedPages, readInstagram, type InstagramAccount } from './managed-pages';
import { withCodes } from './refusal';
import { missingPermissions, readTokenFacts } from './token-facts';
import { ASKING_MS } from './verification';

type Good = Extract<Inspection, { kind: 'good' }>;

/** Reports what a token is good for: its holder, its expiry, the permissions it lacks, and the Pages it opens. */
export async function inspectWithMeta(graph: GraphClient, token: string): Promise<Inspection> {
  const signal = AbortSignal.timeout(ASKING_MS);
  const me = await graph.get('me', token, { fields: 'id,name' }, signal);
  if (me.kind === 'lost' || isPassing(me)) return { kind: 'unreachable', reason: me.reason };
  if (me.kind === 'error') return { kind: 'refused', reason: withCodes(me) };
  const listed = await managedPages(graph, token, { signal });
  if (!Array.isArray(listed) && (listed.kind === 'lost' || isPassing(listed)))
    return { kind: 'unreachable', reason: listed.reason };
  const facts = await readTokenFacts(graph, token, signal);
  const rest = { expiresAt: facts.expiresAt ?? null, missing: missingPermissions(facts, 'any') };
  if (Array.isArray(listed) || facts.type === 'user') {
    const pages = Array.isArray(listed) ? listed : [];
    return { kind: 'good', holder: 'user', ...rest, pages: pages.map(offered) };
  }
  const id = textOf(me.json.id) ?? '';
  const name = textOf(me.json.name) ?? id;
  const own = await graph.get(
    id,
    token,
    { fields: 'id,name,instagram_business_account{id,username}' },
    signal,
  );
  if (own.kind === 'lost' || isPassing(own)) return { kind: 'unreachable', reason: own.reason };
  const instagram = own.kind === 'ok' ? readInstagram(own.json.instagram_business_account) : null;
  return { kind: 'good', holder: 'page', ...rest, pages: [offered({ id, name, instagram })] };
}

const offered = (page: {
  id: string;
  name: string;
  instagram: InstagramAccount | null;
}): Good['pages'][number] => ({
  id: page.id,
  name: page.name,
  instagram: page.instagram,
});
