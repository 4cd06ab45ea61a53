import { plural } from '../../../format';
import { NETWORK_NAME } from '../../posts/screenFormat';
import type { Connection, ConnectionState } from '../../../types';
import { TEXTS } from './texts';

export type Network = keyof Connection;

/** A notice about one connection, or about both if it is the same. */
export type Notice =
  | { what: 'paused'; networks: Network[]; reason: string | null; resumesAt: string | null }
  | { what: 'ending'; networks: Network[]; at: string };

const DAY_MS = 24 * 3_600_000;
const WARNED_DAYS = 7;

export function noticesOf(connection: Connection, now: number): Notice[] {
  const notices: Notice[] = [];
  for (const network of ['facebook', 'instagram'] as const) {
    const notice = noticeOf(network, connection[network], now);
    const same = notices.find((other) => notice && sameButNetworks(notice, other));
    if (same) same.networks.push(network);
    else if (notice) notices.push(notice);
  }
  return notices;
}

function noticeOf(network: Network, state: ConnectionState, now: number): Notice | undefined {
  const { status, paused_reason: reason, resumes_at: resumesAt, expires_at: at } = state;
  if (status === 'missing') return undefined;
  if (status === 'paused') return { what: 'paused', networks: [network], reason, resumesAt };
  if (at && Date.parse(at) < now + WARNED_DAYS * DAY_MS) return { what: 'ending', networks: [network], at };
  return undefined;
}

const sameButNetworks = (one: Notice, other: Notice) =>
  JSON.stringify({ ...one, networks: [] }) === JSON.stringify({ ...other, networks: [] });

/** 'Facebook connection paused.', 'Facebook and Instagram connections end in 3 days.' */
export function titleOf(notice: Notice, now: number): string {
  const { networks } = notice;
  const many = networks.length > 1;
  const names = `${networks.map((network) => NETWORK_NAME[network]).join(' and ')} connection${many ? 's' : ''}`;
  if (notice.what === 'paused') return TEXTS.connectionPaused(names);
  // Rounded up to whole days, as in the mails.
  const days = Math.ceil((Date.parse(notice.at) - now) / DAY_MS);
  if (days <= 0) return many ? TEXTS.connectionsEnded(names) : TEXTS.connectionEnded(names);
  const left = plural(days, 'day');
  return many ? TEXTS.connectionsEnd(names, left) : TEXTS.connectionEnds(names, left);
}
