import { metaError } from '../../backend/meta-world/answer';
import type { FaultAction } from '../support/fake-graph/faults';
import type { Arrived } from './meta';
import type { Calls, NetworkFault } from './plan';
import { REFUSALS, REFUSALS_AFTER_EFFECT } from './refusals';

const PUBLIC = ['reels.finish', 'videos.finish', 'stories.finish', 'ig.publish', 'feed', 'photo_stories'];
const COMMENTS = ['comments.create'];
const BYTES = ['reels.bytes', 'ig.bytes', 'videos.transfer', 'photos', 'thumbnails'];
const SESSIONS = ['reels.start', 'videos.start', 'stories.start', 'ig.create'];
const CHECKS = ['me', 'me.accounts', 'page.read', 'ig.account', 'debug_token', 'oauth'];

const isOf: Record<Calls, (call: Arrived) => boolean> = {
  public: ({ name }) => PUBLIC.includes(name),
  comments: ({ name }) => COMMENTS.includes(name),
  bytes: ({ name }) => BYTES.includes(name),
  sessions: ({ name }) => SESSIONS.includes(name),
  checks: ({ name }) => CHECKS.includes(name),
  reads: ({ name, method }) => method === 'GET' && !CHECKS.includes(name),
  all: () => true,
};

/** A post has no id before its one public call, nor has a comment: it is found only by looking for it in a list. */
const hasNoId = ({ name }: Arrived) => ['feed', 'comments.create'].includes(name);
const isLookedFor = ({ name }: Arrived) => ['posts.list', 'comments.list'].includes(name);
const LATEST_WITHOUT_ID_MS = 20_000;
const BEHIND_WITHOUT_ID_MS = 30_000;

/** What becomes of one call on its way. */
export interface Fate {
  action: FaultAction;
  /** It never gets there. */
  vanishes?: boolean;
  /** Its answer never comes back. */
  unanswered?: boolean;
  /** It takes effect so long after the caller has given up. */
  lateMs?: number;
  twice?: boolean;
  behindMs?: number;
  /** On its way back. */
  slowMs?: number;
  how?: NetworkFault['how'];
}

/** What goes wrong between the product and Meta just now. */
export class Weather {
  private readonly faults = new Set<NetworkFault>();

  begin(fault: NetworkFault): void {
    this.faults.add(fault);
  }

  end(fault: NetworkFault): void {
    this.faults.delete(fault);
  }

  clear(): void {
    this.faults.clear();
  }

  fateOf(call: Arrived, chance: () => number): Fate {
    for (const fault of this.faults) {
      if (!isOf[fault.calls](call) || (fault.page !== null && !isAbout(fault.page, call))) continue;
      if (chance() < fault.share) return { how: fault.how, ...strike(fault, call) };
    }
    return { action: {} };
  }
}

const isAbout = (page: number, { page: id }: Arrived) => id === pageId(page);

export const pageId = (page: number): string => `1002003004005${page}`;

function strike({ how, ms, code }: NetworkFault, call: Arrived): Fate {
  const isReading = call.method === 'GET';
  switch (how) {
    case 'lost before':
      return { action: {}, vanishes: true };
    case 'lost after':
      return { action: {}, unanswered: true };
    case 'late':
      return {
        action: {},
        unanswered: true,
        lateMs: hasNoId(call) ? Math.min(ms, LATEST_WITHOUT_ID_MS) : ms,
      };
    case 'slow':
      return { action: {}, slowMs: Math.min(ms / 5, 25_000) };
    case 'doubled':
      return { action: {}, twice: !hasNoId(call) };
    case 'refused':
      return { action: refusal(REFUSALS, code, ms) };
    case 'refused after':
      return { action: { after: true, ...refusal(isReading ? REFUSALS : REFUSALS_AFTER_EFFECT, code, ms) } };
    case 'garbled':
      return { action: { after: code % 2 === 0, html: true, status: code % 3 === 0 ? 200 : 502 } };
    case 'lagging': {
      const most = isLookedFor(call) ? BEHIND_WITHOUT_ID_MS : Infinity;
      return { action: {}, ...(isReading && { behindMs: Math.min(ms, most) }) };
    }
    case 'cut':
      return call.name.endsWith('.bytes')
        ? { action: { cutAtBytes: code }, unanswered: true }
        : { action: {}, vanishes: true };
    case 'media refused':
      return {
        action: { rejectProcessing: { code: 1363128, message: 'The video is too long or too short.' } },
      };
    case 'slow media':
      return { action: { stuckProcessing: 15 * ms } };
  }
}

function refusal(list: typeof REFUSALS, code: number, ms: number): FaultAction {
  const [number, subcode, status] = list[code % list.length] as (typeof REFUSALS)[number];
  const headers: Record<string, string> =
    code % 2 === 0 ? { 'retry-after': String(Math.round(ms / 1000)) } : {};
  return metaError(number, subcode, 'Refused, as told.', { status, headers });
}
