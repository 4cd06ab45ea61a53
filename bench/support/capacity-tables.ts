import type { CapacityResult, Cost, SetupCosts, Table } from './capacity-result';
import {
  callsPerDay,
  carried,
  PARTS,
  PROFILE,
  REELS_PER_DAY,
  reelsPerSecond,
  type Carried,
  type Park,
  type Part,
  type Profile,
} from './capacity-model';

const MEGABYTE = 1024 * 1024;

/** The parks of docs/scale.md: machines alike, and forty with a MySQL that has grown. */
const PARKS: Park[] = [
  { machines: 1 },
  { machines: 2 },
  { machines: 4 },
  { machines: 40 },
  { machines: 40, databaseCores: 32 },
];

/** The tables of docs/scale.md, each under the name between whose markers it stands. */
export function tablesFrom(result: CapacityResult, profile: Profile): Record<string, string> {
  const parks = PARKS.map((park) => carried(result, profile, park));
  return {
    measured: measured(result),
    costs: costs(result),
    rows: rows(result),
    profile: assumed(profile),
    parks: summary(parks),
    parts: eachPart(parks),
    meta: meta(result, profile, parks),
  };
}

/** @returns the text with each table between its markers. @throws if there are none for one of them */
export function withTables(text: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((all, [name, table]) => {
    const between = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
    if (!between.test(all)) throw new Error(`there is no place for the table ${name}`);
    return all.replace(between, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  }, text);
}

function measured({ measuredAt, machine, node, mariadb, redis, load }: CapacityResult): string {
  return `Measured on ${measuredAt}: ${machine}, Node ${node}, MariaDB ${mariadb}, Redis ${redis}; load ${load.map(short).join(' before, ')} after.`;
}

function costs({
  one,
  many,
  publisherIdle,
  encryptPerMb,
  syncMs,
  redisBytesPerWake,
  listBytes,
}: CapacityResult): string {
  const work: [string, (setup: SetupCosts) => Cost][] = [
    ['a published reel', ({ publish }) => publish.each],
    ['and each MB of it', ({ publish }) => publish.perMb],
    ['an upload', ({ upload }) => upload.each],
    ['and each MB of it', ({ upload }) => upload.perMb],
    [`a page of a list (${short(listBytes / 1024)} kB)`, ({ list }) => list],
    ['a time for a post', ({ change }) => change],
    ['what each publisher does for it', ({ look }) => look],
    ['a login', ({ login }) => login],
    ['an open stream, a minute', ({ stream }) => stream],
    ['a process that idles, a minute', ({ idle }) => idle],
  ];
  const line = (name: string, alone: Cost | undefined, shared: Cost) => [
    name,
    alone ? ms(alone.product) : '',
    ...[shared.product, shared.database, shared.redis].map(ms),
    short(shared.statements),
    short(shared.transactions),
    short(shared.disk / 1024),
  ];
  const head = [
    'CPU in ms',
    'one process',
    'of several',
    'MySQL',
    'Redis',
    'statements',
    'commits',
    'kB to its disk',
  ];
  const lines = work.map(([name, of]) => line(name, of(one), of(many)));
  const beside = line('a publisher that idles, a minute', undefined, publisherIdle);
  const memory = ({ memory: { idle, publishing, stream } }: SetupCosts) =>
    `${mb(idle)} idle, ${mb(publishing)} with 16 reels of 50 MB under way, ${short(stream / 1024)} kB for each open stream`;
  return [
    table(head, [...lines, beside]),
    '',
    `Memory of the one process: ${memory(one)}. Of several, an api process takes ${mb(many.memory.idle)} idle and ` +
      `${short(many.memory.stream / 1024)} kB for each open stream, a publisher at work ${mb(many.memory.publishing)}. ` +
      `A wake that waits in Redis takes ${short(redisBytesPerWake)} bytes. ` +
      `Encrypting a MB takes ${ms(encryptPerMb)} ms, a durable write of 4 KB ${short(syncMs)} ms of the disk.`,
  ].join('\n');
}

function rows({ tables, stepsKeptDays }: CapacityResult): string {
  const names = [...new Set([...tables.one, ...tables.many].map(({ name }) => name))];
  const cells = (of: Table[], name: string) => of.find((each) => each.name === name);
  const days = (name: string) => (name === 'publish_steps' ? stepsKeptDays : 365);
  const perYear = (of: Table[], name: string) =>
    ((cells(of, name)?.bytesPerPost ?? 0) * days(name)) / MEGABYTE;
  const lines = names.map((name) => [
    `\`${name}\``,
    short((cells(tables.many, name) ?? cells(tables.one, name))!.rowsPerPost),
    short(cells(tables.one, name)?.bytesPerPost ?? 0),
    short(cells(tables.many, name)?.bytesPerPost ?? 0),
    name === 'publish_steps' ? `${stepsKeptDays} days` : 'until deleted',
    short(perYear(tables.one, name)),
    short(perYear(tables.many, name)),
  ]);
  const head = [
    'table',
    'rows per post',
    'bytes, SQLite',
    'bytes, MySQL',
    'kept',
    'MB after a year of a post a day, SQLite',
    'MySQL',
  ];
  return table(head, lines);
}

const assumed = (profile: Profile): string =>
  table(
    ['argument', 'value', 'meaning'],
    Object.entries(PROFILE).map(([name, { means }]) => [
      `\`--${argumentOf(name)}\``,
      String(profile[name as keyof Profile]),
      means,
    ]),
  );

export const argumentOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const nameOf = ({ machines, databaseCores }: Park): string =>
  databaseCores ? `${machines}, MySQL on ${databaseCores} cores` : String(machines);

const summary = (parks: Carried[]): string =>
  table(
    [
      'machines',
      'api processes',
      'publishers',
      'accounts',
      'posts/s at the full hour',
      'last begins after',
      'first limit',
      'then',
      'connections to MySQL',
    ],
    parks.map(
      ({ park, api, publishers, accounts, postsPerSecond, lateSeconds, first, next, connections }) => [
        nameOf(park),
        park.machines === 1 ? 'one for both' : String(api),
        park.machines === 1 ? '' : String(publishers),
        count(accounts),
        short(postsPerSecond),
        `${short(lateSeconds)} s`,
        PARTS[first],
        `${PARTS[next.part]}, at ${count(next.accounts)}`,
        connections ? String(connections) : '',
      ],
    ),
  );

function eachPart(parks: Carried[]): string {
  const parts = (Object.keys(PARTS) as Part[]).filter((part) =>
    parks.some(({ alone }) => Number.isFinite(alone[part])),
  );
  return table(
    ['accounts if this part were the only limit', ...parks.map(({ park }) => nameOf(park))],
    parts.map((part) => [
      PARTS[part],
      ...parks.map(({ alone }) => (alone[part] === undefined ? '' : count(alone[part]))),
    ]),
  );
}

function meta(result: CapacityResult, profile: Profile, parks: Carried[]): string {
  const calls = callsPerDay(result, profile);
  const most = Math.max(...parks.map(({ accounts }) => accounts));
  const { connections } = result;
  return [
    `An account makes ${short(calls)} calls a day (${short(result.callsPerPost)} for each reel and one check of its connection), ` +
      `${short((calls / 4800) * 100)} % of what one engaged user a day allows its Page, and uses ` +
      `${short((profile.postsPerDay / REELS_PER_DAY) * 100)} % of its reels. ${count(most)} accounts would be allowed ` +
      `${short(reelsPerSecond(most))} reels a second around the clock.`,
    '',
    `A process holds up to ${connections.perProcess} connections to MySQL, and the server that was measured takes ` +
      `${connections.ofServer} unless it is told otherwise: raise \`max_connections\` beyond the last column of the table above.`,
  ].join('\n');
}

function table(head: string[], lines: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, n) => (n === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...lines.map(line)].join('\n');
}

const ms = (seconds: number): string => short(seconds * 1000);
const mb = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** Two digits that count. */
const short = (value: number): string =>
  value === 0
    ? '0'
    : Number(value.toPrecision(value >= 100 ? 3 : 2)).toLocaleString('en', { maximumFractionDigits: 4 });

const count = (accounts: number): string =>
  Number.isFinite(accounts) ? Number(accounts.toPrecision(2)).toLocaleString('en') : 'any number';
