import type { Readable } from 'node:stream';
import { errorCode } from '../../backend/common/errors/error-code';
import type { Exchange, Exchanger, ExchangeRequest } from '../../backend/ports/networks/meta/http-exchange';
import type { Answer } from '../../backend/meta-world/answer';
import type { Machine, Tell } from './machine';
import type { Arrived, Meta } from './meta';
import type { Scheduler } from './scheduler';
import type { Fate, Weather } from './weather';

const BACK_AND_FORTH_MS = 40;

/** Connects one simulated process to Meta, in place of a socket. */
export class Wire {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly meta: Meta,
    private readonly weather: Weather,
    private readonly machine: Machine,
    private readonly tell: Tell,
    private readonly disturb: () => void,
  ) {}

  readonly send: Exchanger = async (request) => {
    this.disturb();
    const { machine, scheduler } = this;
    const { url, method, headers, signal } = request;
    const body = await collect(request.body);
    if (!Buffer.isBuffer(body)) return lost(true, body.code);
    if (signal?.aborted) return lost(false, 'given up');
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const call = this.meta.read({
      method,
      url,
      headers: given,
      body,
      sentAt: scheduler.now,
      from: machine.name,
    });
    return this.exchange(call, request);
  };

  private exchange(call: Arrived, { timeoutMs, signal }: ExchangeRequest): Promise<Exchange> {
    const { scheduler, machine, weather } = this;
    return new Promise((resolve) => {
      const fate = weather.fateOf(call, () => scheduler.draw(machine.name));
      let open = true;
      const end = (result: Exchange) => {
        if (!open) return;
        open = false;
        this.disturb();
        timeout.cancelled = true;
        signal?.removeEventListener('abort', giveUp);
        if (result.kind === 'lost' || fate.how) this.say(call, fate, result);
        resolve(result);
      };
      const giveUp = () => end(lost(true, 'given up'));
      const timeout = scheduler.after(timeoutMs, () => end(lost(true, 'ETIMEOUT')), machine);
      signal?.addEventListener('abort', giveUp, { once: true });

      if (machine.isCutOff('network')) {
        if (this.draw() < 0.7)
          scheduler.after(this.draw() * 50, () => end(lost(false, 'ENETUNREACH')), machine);
        return;
      }
      if (fate.vanishes) {
        if (this.draw() < 0.5)
          scheduler.after(this.draw() * 500, () => end(lost(true, 'ECONNRESET')), machine);
        return;
      }
      const back = (answer: Answer) => {
        if (fate.unanswered) {
          if (fate.lateMs === undefined && this.draw() < 0.5)
            scheduler.after(this.draw() * 500, () => end(lost(true, 'ECONNRESET')), machine);
          return;
        }
        scheduler.after(
          this.draw() * BACK_AND_FORTH_MS + (fate.slowMs ?? 0),
          () => {
            if (!machine.isCutOff('network')) end(spoken(answer));
          },
          machine,
        );
      };
      const there =
        this.draw() * BACK_AND_FORTH_MS + (fate.lateMs === undefined ? 0 : timeoutMs + fate.lateMs);
      this.arrive(call, fate, there, back);
      if (fate.twice) this.arrive(call, fate, there + this.draw() * 2000, () => undefined);
    });
  }

  /** A step of the network, which happens even if the client has died meanwhile. */
  private arrive(
    call: Arrived,
    { action, behindMs }: Fate,
    inMs: number,
    back: (answer: Answer) => void,
  ): void {
    const work = () => {
      const failure = failureOf(action);
      const answer = failure && !action.after ? failure : this.meta.answer(call, action, behindMs);
      this.scheduler.note(call.name, answer.status);
      back(failure ?? answer);
    };
    const arrival = this.scheduler.after(inMs, work, this.machine);
    arrival.of = undefined;
  }

  private draw(): number {
    return this.scheduler.draw(this.machine.name);
  }

  private say({ name, url }: Arrived, { how, lateMs, behindMs }: Fate, result: Exchange): void {
    const what = result.kind === 'lost' ? `lost (${result.reason})` : `answered ${result.status}`;
    const why = how ? ` [${how}${(lateMs ?? behindMs) ? ` ${String(lateMs ?? behindMs)} ms` : ''}]` : '';
    this.tell(`${this.machine.name} ${name} ${url.pathname} ${what}${why}`);
  }
}

const lost = (reached: boolean, reason: string): Exchange => ({ kind: 'lost', reached, reason });

function failureOf({
  html,
  status,
  body,
  headers,
}: { html?: boolean } & Partial<Answer>): Answer | undefined {
  if (html) return { status: status ?? 502, body: '<html><body><h1>Bad Gateway</h1></body></html>' };
  return status === undefined ? undefined : { status, body: body ?? {}, headers };
}

function spoken({ status, body, headers = {} }: Answer): Exchange {
  return { kind: 'answered', status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** The complete body, or the error that ended it. */
async function collect(body: Buffer | Readable | undefined): Promise<Buffer | { code: string }> {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    return { code: errorCode(error) ?? 'EPIPE' };
  }
  return Buffer.concat(chunks);
}
