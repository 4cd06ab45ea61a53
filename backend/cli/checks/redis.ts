import { createConnection } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import { errorCode } from '../../common/errors/error-code';
import { fail, ok, type Finding } from './check';

export interface Asked {
  host: string;
  port: number;
  db: number;
  tls: boolean;
  username?: string;
  password?: string;
}

const SILENCE_MS = 4_000;
const LATER = 'Until then posts go out up to a tick late.';
const REMEDY = `Check that Redis runs, and QUEUE_URL. ${LATER}`;
/** Puts something before a list that is not there, which changes nothing; who may not write is refused all the same. */
const WRITE = ['LPUSHX', 'pagecast-doctor', ''];
/** Where Redis wants no password, the product goes on without one. */
const NEEDS_NONE = /called without any password|no password is set/;

/** Signs in as the product does. Only the first word of a refusal is shown: some servers repeat what they were sent. */
export async function redisAt(server: Asked): Promise<Finding> {
  const { host, port, db, username, password } = server;
  const place = `${host}:${port}`;
  const calls = [
    ...(password === undefined ? [] : [['AUTH', ...(username === undefined ? [] : [username]), password]]),
    ...(db > 0 ? [['SELECT', String(db)]] : []),
    ['PING'],
    WRITE,
  ];
  let answers: string[];
  try {
    answers = await ask(server, calls);
  } catch (error) {
    return fail(`${place} cannot be reached (${errorCode(error) ?? 'no answer'})`, REMEDY);
  }
  for (const [n, call] of calls.entries()) {
    const [name = ''] = call;
    const answer = answers[n] ?? '';
    if (/^(\+OK|\+PONG|:0)$/.test(answer) || (name === 'AUTH' && NEEDS_NONE.test(answer))) continue;
    // A user who may do little is signed in.
    if (name !== 'AUTH' && answer.startsWith('-NOPERM')) continue;
    if (!answer.startsWith('-')) return fail(`${place} is no Redis`, REMEDY);
    const word = answer.slice(1).split(' ')[0] ?? '';
    if (word === 'NOAUTH')
      return fail(`${place} wants a password, and QUEUE_URL has none`, `Put it into QUEUE_URL. ${LATER}`);
    if (name === 'AUTH')
      return fail(
        `${place} refuses the user or the password in QUEUE_URL (${word})`,
        `Mend QUEUE_URL. ${LATER}`,
      );
    if (name === 'SELECT')
      return fail(`${place} refuses the database ${db} (${word})`, `Mend the number in QUEUE_URL. ${LATER}`);
    if (call === WRITE)
      return fail(
        `${place} answers but takes no writes (${word})`,
        `Give it memory if it is full, name the primary if it is a replica, and see its log. ${LATER}`,
      );
    return fail(`${place} refuses calls (${word})`, REMEDY);
  }
  return ok(`${place} answers`);
}

/** @returns the first line of each answer, as many as came */
function ask({ host, port, tls }: Asked, calls: string[][]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = tls ? connectWithTls({ host, port }) : createConnection({ host, port });
    let text = '';
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(text.split('\r\n'));
    };
    socket.setTimeout(SILENCE_MS, () => end(new Error('no answer')));
    socket.once(tls ? 'secureConnect' : 'connect', () => socket.write(calls.map(written).join('')));
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      // Each answers a line. What is no Redis may send more, or other things.
      if (text.split('\r\n').length > calls.length || !/^[+-]/.test(text)) end();
    });
    socket.once('end', () => end());
    socket.once('error', end);
  });
}

const written = (words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
