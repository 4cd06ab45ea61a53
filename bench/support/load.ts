import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { quantile } from './statistics';
import { TYPESCRIPT } from './server-process';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const OK = 200;

interface Job {
  port: number;
  /** Whole requests; they are sent in turn, over and over. */
  requests: string[];
  connections: number;
  count: number;
  /** Of every answer. */
  status?: number;
}

export interface Answered {
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * So many connections that each send their next request when the last is answered, from a process of its own.
 * It speaks HTTP by hand: Node's client would cost more than the servers that are measured.
 */
export class Load {
  private constructor(private readonly child: ChildProcess) {}

  static start(): Load {
    return new Load(fork(__filename, { execArgv: TYPESCRIPT }));
  }

  /** @returns milliseconds for the quantiles; throws for any answer of another status or without a length. */
  async run(job: Job): Promise<Answered> {
    const answer = once(this.child, 'message');
    this.child.send(job);
    const [result] = (await answer) as [Answered | { failure: string }];
    if ('failure' in result) throw new Error(result.failure);
    return result;
  }

  stop(): void {
    this.child.kill();
  }
}

/** The text of a GET. */
export const getRequest = (path: string, token?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n` +
  `${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`;

/** The text of a POST of JSON. */
/** `client`: as a proxy would name who sent it. */
export const postRequest = (path: string, value: unknown, client?: string): string => {
  const body = JSON.stringify(value);
  return (
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\nContent-Type: application/json\r\n` +
    (client === undefined ? '' : `X-Forwarded-For: ${client}\r\n`) +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
};

async function work({ port, requests, connections, count, status = OK }: Job): Promise<Answered> {
  const texts = requests.map((text) => Buffer.from(text, 'latin1'));
  const latencies: number[] = [];
  let sent = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = await Line.open(port, status);
      try {
        while (sent < count) {
          const text = texts[sent++ % texts.length]!;
          const at = performance.now();
          await line.ask(text);
          latencies.push(performance.now() - at);
        }
      } finally {
        line.close();
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** One connection, one request at a time. */
class Line {
  private chunks: Buffer[] = [];
  private missing = 0;
  private answered?: () => void;
  private failed?: (error: Error) => void;

  private readonly expected: Buffer;

  private constructor(
    private readonly socket: Socket,
    status: number,
  ) {
    this.expected = Buffer.from(`HTTP/1.1 ${status} `);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('close', () => this.failed?.(new Error('the server closed the connection')));
    socket.on('error', (error) => this.failed?.(error));
  }

  static async open(port: number, status: number): Promise<Line> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Line(socket, status);
  }

  ask(text: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(text);
    });
  }

  close(): void {
    this.failed = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (this.missing > 0) this.missing -= chunk.length;
    else if (!this.readHead(chunk)) return;
    if (this.missing <= 0) this.answered?.();
  }

  /** @returns false while the head is not there as a whole. */
  private readHead(chunk: Buffer): boolean {
    this.chunks.push(chunk);
    const bytes = this.chunks.length > 1 ? Buffer.concat(this.chunks) : chunk;
    const end = bytes.indexOf(END_OF_HEAD);
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end + 2);
    const length = LENGTH.exec(head)?.[1];
    this.chunks = [];
    if (length === undefined || !bytes.subarray(0, this.expected.length).equals(this.expected))
      this.failed?.(new Error(`not the answer that was expected: ${bytes.toString('latin1', 0, 600)}`));
    this.missing = Number(length) + end + END_OF_HEAD.length - bytes.length;
    return true;
  }
}

if (require.main === module)
  process.on('message', (job: Job) => {
    work(job).then(
      (answered) => process.send!(answered),
      (error: unknown) => process.send!({ failure: String(error) }),
    );
  });
