import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadConfig } from '../../backend/config/config';
import { VARIABLES } from '../../backend/config/variables';
import { variablesRead, variablesTable } from '../support/variables-table';

const ROOT = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const inFolder = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const DOCUMENTS = [...inFolder('.'), ...inFolder('docs'), ...inFolder('docs/decisions')];

describe('the table of variables', () => {
  it('describes each variable that the configuration reads, and no other', () => {
    expect(Object.keys(VARIABLES).sort()).toEqual(variablesRead().sort());
  });

  it('is in docs/operate.md as `npm run variables` writes it', () => {
    expect(read('docs/operate.md')).toContain(`\n${variablesTable()}\n`);
  });

  const DEFAULTS = Object.entries(VARIABLES).filter(([, { fallback }]) => fallback !== undefined);

  it.each(DEFAULTS)('names the default of %s as it is', (name, { fallback }) => {
    expect(loadConfig({ [name]: fallback })).toEqual(loadConfig({}));
  });

  it('names the folders of the defaults as they are', () => {
    const { dataDir, database, storage, mail } = loadConfig({ DATA_DIR: '/d' });
    expect({ dataDir, database, storage, mail }).toMatchObject({
      dataDir: '/d',
      database: { kind: 'sqlite', file: '/d/pagecast.sqlite' },
      storage: { dir: '/d/media' },
      mail: { dir: '/d/mail' },
    });
  });
});

describe('the drill of docs/operate.md', () => {
  it('reaches neither the network nor the mail server, the queue or the folders of the product', () => {
    const [, drill = ''] = /```\n((?:export .*\n)+cli restore [^]*?)```/.exec(read('docs/operate.md')) ?? [];
    const words = [...drill.matchAll(/^export (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const given = Object.fromEntries(words.map((word) => word.split(/=(.*)/).slice(0, 2)));
    const production = {
      NETWORK: 'live',
      STORAGE_URL: 'file:/srv/media',
      MAIL_URL: 'smtps://user:secret@mail.example.com:465',
      QUEUE_URL: 'redis://redis:6379',
      PUBLIC_URL: 'https://posts.example.com',
      META_APP_ID: '1',
      META_APP_SECRET: 'f'.repeat(32),
    };
    const { dataDir, network, storage, mail, queue } = loadConfig({ ...production, ...given });
    expect({ dataDir, network, storage, mail, queue }).toMatchObject({
      dataDir: '/tmp/drill',
      network: { mode: 'rehearsal' },
      storage: { dir: '/tmp/drill/media' },
      mail: { kind: 'file', dir: '/tmp/drill/mail' },
      queue: { kind: 'memory' },
    });
  });
});

describe('a document', () => {
  /** As GitHub makes the anchors of headings. */
  const anchorsOf = (text: string): string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(DOCUMENTS)('%s links to files and headings that are there', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(file), path) : file;
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  /** What a document may leave out of a path. */
  const ROOTS = ['', 'backend', 'backend/ports/networks'];

  it.each(DOCUMENTS)('%s names files that are there', (file) => {
    const paths = [
      ...read(file).matchAll(/`((?:\.?[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|cjs|js|json|yaml|md|conf))`/g),
    ];
    const arguments_ = [...read(file).matchAll(/(?<=npx jest )[^`\n]+/g)].flatMap(([text]) =>
      text.split(' '),
    );
    const named = [
      ...paths.map(([, path]) => path!),
      ...arguments_.filter((word) => /\.spec\.tsx?$/.test(word)),
    ];
    const missing = named.filter((path) => !ROOTS.some((root) => existsSync(join(ROOT, root, path))));
    expect(missing).toEqual([]);
  });
});
