import { createServer } from 'node:net';
import type { Config } from '../../config/config';
import { tryMailServer } from '../../ports/mail/mail.module';
import { fail, ok, warn, type Check, type Finding } from './check';

const LIMIT_MS = 4_000;
const TOLERATED_CLOCK_MS = 60_000;

/** Of what the product talks to, and of the product itself if it runs. */
export const surroundingChecks = (config: Config): Check[] => [
  { name: 'mail', run: () => mail(config) },
  { name: 'network', run: () => network(config) },
  { name: 'product', run: () => product(config) },
];

async function mail(config: Config): Promise<Finding> {
  const wanted = config.mail;
  if (wanted.kind === 'file')
    return config.network.mode === 'live'
      ? warn(`files in ${wanted.dir}: nobody gets a mail`, 'Set MAIL_URL to a mail server.')
      : ok(`files in ${wanted.dir}`);
  const place = `${wanted.host}:${wanted.port}`;
  try {
    await tryMailServer(wanted, LIMIT_MS);
    return ok(`${place} takes the sign-in; nothing was sent`);
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const why = responseCode ?? code ?? 'no answer';
    return fail(
      `${place} does not take mails (${why})`,
      'Check MAIL_URL: host, port, user and password. Waiting mails are kept.',
    );
  }
}

async function network({ network: wanted }: Config): Promise<Finding> {
  if (wanted.mode === 'rehearsal') return ok('the rehearsal: nothing leaves this computer');
  if (wanted.proxy) return ok(`${wanted.graphUrl} through a proxy; not tried`);
  try {
    // Without a token: any answer shows that the way is open.
    const answer = await fetch(`${wanted.graphUrl}/`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.body?.cancel();
    const theirs = Date.parse(answer.headers.get('date') ?? '');
    const offset = Math.abs(theirs - Date.now());
    if (offset > TOLERATED_CLOCK_MS)
      return warn(
        `${wanted.graphUrl} answers; its clock differs by ${Math.round(offset / 1000)} s`,
        "Set this machine's clock (NTP).",
      );
    return ok(`${wanted.graphUrl} answers`);
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return fail(
      `${wanted.graphUrl} cannot be reached (${cause?.code ?? name})`,
      'Check the firewall, DNS and HTTPS_PROXY: posts wait until it answers.',
    );
  }
}

interface Readiness {
  status?: string;
  version?: string;
  database?: string;
  publisher?: string;
  queue?: string;
  prober?: string;
}

async function product({ http }: Config): Promise<Finding> {
  const { host, port } = http;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const place = `${host}:${port}`;
  if (port === 0) return ok('any free port');
  const readiness = await readinessOf(
    `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`,
  );
  if (readiness === 'not Pagecast')
    return fail(`${place} is used by another program`, 'Stop that program, or set PORT to another one.');
  if (readiness === undefined) {
    const code = await whyNotFree(host, port);
    if (code === undefined) return ok(`not running; ${place} is free`);
    return fail(
      `${place} cannot be opened (${code})`,
      'Set PORT to a free port above 1023, and HOST to an address of this machine.',
    );
  }
  const { status = '', version = '', publisher, queue } = readiness;
  const text = `running at ${place}: ${status}, version ${version}, publisher ${publisher ?? ''}, queue ${queue ?? ''}`;
  if (status === 'stopping') return warn(text, 'It is stopping; ask again in a moment.');
  if (readiness.database === 'full')
    return fail(`${text}, database full`, 'Make room on the disk of the database: it goes on by itself.');
  if (status !== 'ready') return fail(text, 'Read its log: the last lines say what it waits for.');
  if (publisher !== 'alive')
    return fail(text, 'Start a process with ROLE=publisher or ROLE=all: nothing is published.');
  return ok(text);
}

/** @returns undefined when nothing answers. */
async function readinessOf(url: string): Promise<Readiness | 'not Pagecast' | undefined> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body = (await answer.json().catch(() => undefined)) as Readiness | undefined;
    return body && typeof body.status === 'string' && typeof body.version === 'string'
      ? body
      : 'not Pagecast';
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code;
    return cause === undefined || cause === 'ECONNREFUSED' || cause === 'ENOTFOUND'
      ? undefined
      : 'not Pagecast';
  }
}

/** @returns the code of the refusal. */
function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
