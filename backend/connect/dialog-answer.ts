import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config';
import { Connector } from '../ports/networks/connector';
import { ConnectSessions, RENEW_EVERY_MS, type Claim, type Session } from './connect-sessions';

/** What the browser brings back from the dialog. Each part may be missing or forged. */
export interface BroughtBack {
  state: string | undefined;
  code: string | undefined;
  error: string | undefined;
  /** The values of the cookie that the browser sent. */
  cookies: string[];
}

/** What the settings page is to show. */
export type Destination = { connect: number } | { connect_error: 'denied' | 'expired' | 'failed' };

const FAILED: Destination = { connect_error: 'failed' };

const LOOK_EVERY_MS = 200;
/** Longer than an exchange and a survey may take, and the lease of a process that died over them. */
const MOST_WAIT_MS = 75_000;

export const callbackUrl = ({ http }: Config): string => `${http.publicUrl}/api/connect/callback`;

/**
 * Takes the answer of the login dialog, once for each state. A second callback waits for the first, and gets the same.
 * A process that is killed leaves its claim to the next callback, and with it the token if the code was used up.
 */
@Injectable()
export class DialogAnswer {
  private readonly log = new Logger('Connect');

  constructor(
    private readonly sessions: ConnectSessions,
    private readonly connector: Connector,
    private readonly config: Config,
  ) {}

  /** Without the state and the cookie of one session nothing is exchanged, and nothing changes. */
  async take(brought: BroughtBack): Promise<Destination> {
    const { state, cookies } = brought;
    if (state === undefined) return FAILED;
    const until = performance.now() + MOST_WAIT_MS;
    while (performance.now() < until) {
      const session = await this.sessions.find(state, cookies);
      if (!session) return FAILED;
      if (session.outcome) return destinationOf(session);
      const claim = await this.sessions.claim(session);
      if (!claim) await pause(LOOK_EVERY_MS);
      else if (!(await this.settle(claim, session, brought))) return FAILED;
    }
    return FAILED;
  }

  /** @returns false if there is nothing to take, so that the session stays as it was. */
  private async settle(claim: Claim, session: Session, { code, error }: BroughtBack): Promise<boolean> {
    const token = this.sessions.tokenOf(session);
    if (token === null && this.sessions.isStale(session)) await this.sessions.end(claim, 'expired');
    else if (token !== null || code !== undefined) await this.exchange(claim, token, code ?? '');
    else if (error !== undefined)
      await this.sessions.end(claim, error === 'access_denied' ? 'denied' : 'failed');
    else {
      await this.sessions.release(claim);
      return false;
    }
    return true;
  }

  private async exchange(claim: Claim, kept: string | null, code: string): Promise<void> {
    const renewing = setInterval(() => void this.renew(claim), RENEW_EVERY_MS).unref();
    try {
      const token = kept ?? (await this.redeem(claim, code));
      if (token === null) return;
      const survey = await this.connector.survey(token);
      if (survey.kind === 'good') {
        await this.sessions.offer(claim, survey);
        return;
      }
      this.log.warn({ reason: survey.reason }, 'what a person granted could not be read');
      await this.sessions.end(claim, 'failed');
    } finally {
      clearInterval(renewing);
    }
  }

  /** @returns null if there is no token, and then the session has ended or is another callback's. */
  private async redeem(claim: Claim, code: string): Promise<string | null> {
    const redeemed = await this.connector.redeem(code, callbackUrl(this.config));
    if (redeemed.kind === 'redeemed')
      return (await this.sessions.keepToken(claim, redeemed.token)) ? redeemed.token : null;
    this.log.warn({ reason: redeemed.reason }, 'the code of a login dialog could not be exchanged');
    await this.sessions.end(claim, redeemed.kind === 'refused' && redeemed.expired ? 'expired' : 'failed');
    return null;
  }

  private async renew(claim: Claim): Promise<void> {
    try {
      await this.sessions.renew(claim);
    } catch (error) {
      this.log.error({ err: error }, 'a claim on a login could not be renewed');
    }
  }
}

function destinationOf({ id, outcome }: Session): Destination {
  return outcome === 'offered' || outcome === null ? { connect: id } : { connect_error: outcome };
}
