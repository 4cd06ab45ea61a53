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

  it.each(['docs/security.md', 'docs/operate.md', 'docs/meta-app.md', 'SECURITY.md'])(
    '%s names files that are there',
    (file) => {
      const named = [
        ...read(file).matchAll(/`((?:backend|test|docker|docs|migrations|\.setup)\/[\w./-]+)`/g),
      ];
      expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );
});
