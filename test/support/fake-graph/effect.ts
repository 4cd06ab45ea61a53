import { authorize, checkParameters } from './access';
import type { Exchange } from './exchange';
import { metaError, objectMissing, type Answer } from './faults';
import { edges, type Route } from './routes';

/** What a call that has come in whole does to the world, and what it is answered. `refusal`: of its first bytes. */
export function effectOf(x: Exchange, route: Route, refusal?: Answer): Answer {
  const edge = edges[x.call.name];
  if (!edge) return unknown(x);
  const refused = refusal ?? (edge.open ? undefined : refuseGraphCall(x, route));
  if (refused) return refused;
  const afterAll = checkParameters(x);
  const answer = edge.answer(x);
  x.call.effect = answer.status < 400;
  return x.call.effect && afterAll ? afterAll : answer;
}

function refuseGraphCall(x: Exchange, { versioned }: Route): Answer | undefined {
  if (!versioned) {
    x.checker.flag('no-version', `${x.call.method} ${x.call.path}`);
    return metaError(2500, null, 'Unknown path components');
  }
  const refusal = authorize(x);
  if (refusal) return refusal;
  return isOnAnotherNode(x) ? objectMissing(x.id) : undefined;
}

function unknown(x: Exchange): Answer {
  x.checker.flag('unknown-call', `${x.call.method} ${x.call.path}`);
  return metaError(2500, null, `Unknown path components: ${x.call.path}`);
}

/** Instagram's edges hang on the account's id, a page's on the page's. */
function isOnAnotherNode({ call, id, page }: Exchange): boolean {
  if (/^ig\.(create|publish|limit|media)$/.test(call.name)) return page?.igId !== id;
  if (/^(photos|feed|(reels|videos|posts)\.\w+)$/.test(call.name)) return page?.id !== id;
  return false;
}
