import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../backend/common/time/clock';
import { REHEARSAL_PAGE_ID as PAGE } from '../../backend/rehearsal/rehearsal-account';
import type { Fault } from '../../backend/rehearsal/rehearsal-faults';
import { RehearsalGallery } from '../../backend/rehearsal/rehearsal-gallery';
import { RehearsalNetwork } from '../../backend/rehearsal/rehearsal-network';
import { startRehearsalServer, type RehearsalServer } from '../../backend/rehearsal/rehearsal-server';
import { TestClock } from './test-clock';

export { PAGE };

export const VIDEO = Buffer.alloc(300_000, 'pagecast');

const TOKEN = 'rehearsal-token';

/** A rehearsal server for each test, with a stopped clock, and the calls that a client makes. */
class RehearsalUnderTest {
  readonly clock = new TestClock();
  network!: RehearsalNetwork;
  private dir = '';
  private server!: RehearsalServer;

  async begin(): Promise<void> {
    this.dir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
    this.clock.reset();
    this.clock.stop();
    this.server = await this.startAnother();
    this.network = new RehearsalNetwork(this.dir, this.productClock());
  }

  async end(): Promise<void> {
    await this.server.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async restart(): Promise<void> {
    await this.server.close();
    this.server = await this.startAnother();
  }

  /** On the same folder. */
  startAnother(): Promise<RehearsalServer> {
    return startRehearsalServer({ dir: this.dir, clock: this.productClock() });
  }

  get origin(): string {
    return this.server.origin;
  }

  readonly call = async (method: string, path: string, body?: object, token = TOKEN) => {
    const answer = await fetch(`${this.origin}/v26.0/${path}`, {
      method,
      headers: {
        // A connection that is kept open to a server that restarts would break the next call.
        connection: 'close',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
  };

  readonly push = async (address: string, offset: number, bytes = VIDEO.subarray(offset)) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `OAuth ${TOKEN}`, offset: String(offset), file_size: String(VIDEO.length) },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, json: (await answer.json()) as any };
  };

  /** Cuts the connection as soon as `bytes` of the video have arrived. */
  readonly cutAfter = async (address: string, bytes: number, id: string): Promise<void> => {
    const length = { file_size: VIDEO.length, 'content-length': VIDEO.length };
    const headers = { authorization: `OAuth ${TOKEN}`, offset: 0, ...length };
    const request = httpRequest(address, { method: 'POST', headers });
    request.on('error', () => undefined);
    request.write(VIDEO.subarray(0, bytes));
    while (this.network.store.received(id).bytes < bytes)
      await new Promise((resolve) => setTimeout(resolve, 5));
    request.destroy();
  };

  readonly startReel = async () => {
    const { json } = await this.call('POST', `${PAGE}/video_reels`, { upload_phase: 'start' });
    return { id: json.video_id as string, address: json.upload_url as string };
  };

  readonly uploadReel = async () => {
    const reel = await this.startReel();
    expect((await this.push(reel.address, 0)).json).toEqual({ success: true });
    return reel.id;
  };

  readonly finish = (id: string, more: object = {}, page = PAGE) => {
    const finish = { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' };
    return this.call('POST', `${page}/video_reels`, { ...finish, ...more });
  };

  readonly status = async (id: string) =>
    (await this.call('GET', `${id}?fields=status,published,permalink_url`)).json;

  readonly posts = () => new RehearsalGallery(this.network).list(100);

  readonly turn = (fault: Fault) => this.network.faults.turn(PAGE, fault, true);

  private productClock(): Clock {
    return Object.assign(new Clock(), { now: this.clock.now });
  }
}

export function useRehearsal(): RehearsalUnderTest {
  const rehearsal = new RehearsalUnderTest();
  beforeEach(() => rehearsal.begin());
  afterEach(() => rehearsal.end());
  return rehearsal;
}
