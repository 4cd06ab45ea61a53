import type { IncomingMessage } from 'node:http';
import {
  metaError,
  notAuthorized,
  partialRequest,
  rateLimited,
  Refused,
  serverError,
  tokenExpired,
  uploadError,
  usageHeader,
  type Answer,
} from '../meta-world/answer';
import { openTransfer, type Transfer } from '../meta-world/bytes';
import type { MetaCall, Hooks, Settings } from '../meta-world/call';
import { perform } from '../meta-world/perform';
import { addressesToFetch, JPEG } from '../meta-world/photo-addresses';
import { arriving, nameCall, routeOf, type Route } from '../meta-world/routes';
import type { ProcessingPlan } from '../meta-world/world';
import { fetchPicture } from './fetched-picture';
import { isInstagram, pageOf } from './rehearsal-account';
import { readBody } from './rehearsal-call';
import type { RehearsalNetwork } from './rehearsal-network';

const PROCESSING_MS = 2_000;
const SLOW_PROCESSING_MS = 60_000;
const WINDOW_BYTES = 4 * 1024 * 1024;

const REJECTED_REEL = {
  code: 1363040,
  message: 'The aspect ratio of the video is not supported. Its ratio must lie between 16:9 and 9:16.',
};
const REJECTED_CONTAINER = { code: 2207026, message: 'The video format is not supported.' };

/** Answers one call, with the failures that are switched on for its account. */
export class RehearsalConversation {
  private readonly call: MetaCall;
  private readonly route: Route;
  private isAnswerLost = false;
  private readonly fetched: { end: () => Promise<void> }[] = [];

  constructor(
    private readonly network: RehearsalNetwork,
    settings: Settings,
    private readonly request: IncomingMessage,
  ) {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', settings.graphUrl);
    const host = /^\/(video|ig-api)-upload\//.test(url.pathname) ? 'rupload' : 'graph';
    this.route = routeOf(host, method, url.pathname, network);
    const { world, accounts } = network;
    const side = { world, accounts, settings, hooks: this.hooks() };
    this.call = arriving({ method, host, url, headers }, this.route, side);
  }

  /** @throws if the connection is to be cut without an answer. */
  async answer(): Promise<Answer> {
    const answer = await this.perform().catch((error: unknown) => {
      if (error instanceof Refused) return error.answer;
      if (this.request.destroyed) throw error;
      const message = error instanceof Error ? error.message : 'unknown';
      return metaError(1, null, `An unknown error occurred: ${message}`, { isTransient: true });
    });
    if (this.isAnswerLost) throw new Error('the answer is to be lost');
    const account = this.account();
    return { ...answer, headers: { ...usageHeader(account, isInstagram(account), 1), ...answer.headers } };
  }

  private async perform(): Promise<Answer> {
    const { call, route, request, network } = this;
    // Only web pages send this header, and they may not call the rehearsal.
    if (request.headers.origin !== undefined)
      return metaError(10, null, '(#10) Not for browsers.', { status: 403 });
    if (call.host === 'rupload') {
      nameCall(call, route);
      return perform(call, route, call.edge && (await this.receive()));
    }
    const { params, files, end } = await readBody(request, network.store);
    try {
      Object.assign(call.params, params);
      call.files = files;
      nameCall(call, route);
      await this.fetchPictures();
      return perform(call, route);
    } finally {
      await end();
      await Promise.all(this.fetched.map((picture) => picture.end()));
    }
  }

  private async fetchPictures(): Promise<void> {
    const { call, network } = this;
    for (const [parameter, address] of addressesToFetch(call)) {
      const picture = await fetchPicture(address, network.site, network.store);
      if (picture) this.fetched.push(picture);
      call.fetched[parameter] = picture;
    }
  }

  /** @returns the error if the upload was refused. */
  private async receive(): Promise<Answer | undefined> {
    const opened = openTransfer(this.call);
    return 'refusal' in opened ? opened.refusal : this.write(opened.transfer);
  }

  /** Writes by position, so that two uploads of one file cannot damage each other's bytes. */
  private async write({ offset, size, isOpen }: Transfer): Promise<Answer | undefined> {
    const handle = await this.network.store.openBytes(this.call.node);
    try {
      let position = offset;
      for await (const chunk of this.request as AsyncIterable<Buffer>) {
        if (!isOpen() || position + chunk.length > size) return partialRequest();
        await handle.write(chunk, 0, chunk.length, position);
        position += chunk.length;
      }
      return undefined;
    } finally {
      await handle.close();
    }
  }

  private hooks(): Hooks {
    const { faults, world } = this.network;
    return {
      admitted: () => this.failure(),
      processing: (id) => this.processing(world.started(id)?.owner ?? '', id),
      windowBytes: () => WINDOW_BYTES,
      published: ({ account }) => (this.isAnswerLost = faults.take(account, 'lost_answer')),
    };
  }

  private processing(owner: string, id: string): ProcessingPlan {
    const { faults, world } = this.network;
    const ms = faults.active(owner, 'slow_processing') ? SLOW_PROCESSING_MS : PROCESSING_MS;
    const { kind, mime, items } = world.started(id) ?? {};
    const isVideo = mime !== JPEG && items === undefined;
    if (!isVideo || !faults.take(owner, 'rejected_video')) return { ms };
    const isContainer = kind === 'container';
    return { ms, rejection: isContainer ? REJECTED_CONTAINER : REJECTED_REEL };
  }

  /** The failure that is switched on. The upload host has no rate limit and errors of its own. */
  private failure(): Answer | undefined {
    const { call, network } = this;
    const { faults, world, store } = network;
    const account = this.account();
    const isUpload = call.host === 'rupload';
    if (call.account?.id === call.node) store.nameAccount(account);
    if (faults.take(account, 'server_error'))
      return isUpload
        ? uploadError('ProcessingFailedError', 'Service temporarily unavailable', true, 500)
        : serverError();
    const until = isUpload ? undefined : faults.active(account, 'rate_limited')?.until;
    if (until !== undefined) {
      const minutes = Math.max(1, Math.ceil((until - world.now()) / 60_000));
      return rateLimited(account, minutes, isInstagram(account) ? 80002 : 80001);
    }
    if (faults.active(account, 'expired_token')) return isUpload ? notAuthorized() : tokenExpired();
    return undefined;
  }

  /** The account whose switches apply. */
  private account(): string {
    const { account, identity } = this.call;
    return account?.id ?? pageOf(identity?.token ?? '');
  }
}
