import { ConfigError, loadConfig } from '../../backend/config/config';
import { VARIABLES } from '../../backend/config/variables';

/** Not settings of the product: the search path, and other spellings. */
const NOT_OURS = ['PATH', 'https_proxy', 'no_proxy'];

/** With these, more variables are read. */
const OPENERS: Record<string, string>[] = [
  {},
  { HTTPS_PROXY: 'http://proxy:3128' },
  {
    STORAGE_URL: 's3://bucket?endpoint=http://localhost:1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    BACKUP_ACCESS_KEY_ID: 'id',
    BACKUP_SECRET_ACCESS_KEY: 'secret',
  },
];

/** The names that the configuration reads. */
export function variablesRead(): string[] {
  const names = new Set<string>();
  for (const given of OPENERS) {
    const get = (env: Record<string, string>, name: string | symbol) => {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(env, name) as string | undefined;
    };
    try {
      loadConfig(new Proxy<Record<string, string>>(given, { get }));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return [...names].filter((name) => !NOT_OURS.includes(name));
}

/** What `docs/operate.md` says of the variables: a table, as Prettier formats it. */
export function variablesTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { fallback, otherwise = '', meaning }]) => [
    `\`${name}\``,
    acceptedBy(name),
    fallback === undefined ? otherwise : `\`${fallback}\``,
    meaning,
  ]);
  const all = [['variable', 'accepts', 'default', 'meaning'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = all.map(line);
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** The words with which it refuses what nothing accepts. */
function acceptedBy(name: string): string {
  try {
    loadConfig({ [name]: '\u0001' });
    return 'any text';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const words = error.lines
      .filter((line) => line.startsWith(`${name}: must be `))
      .map((line) => line.slice(`${name}: must be `.length));
    // Addresses as code: otherwise a browser would read their brackets.
    const accepted = words.join('; ').replace(/[^\s,;]*(?:<|:\/\/|\w:(?=[\s,;]|$))[^\s,;]*/g, '`$&`');
    // Refused is another one, without which it is of no use.
    return accepted || 'any text';
  }
}
