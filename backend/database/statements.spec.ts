import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/*
 * Checks the sources: which module writes which table, and where SQL is still text. Both lists of exceptions only
 * shrink: an entry that is no longer needed fails the test.
 */

/** Tables that a file writes although another module owns them, with the reason. */
const FOREIGN_WRITES: Record<string, string[]> = {
  // Marks accounts only if the same statement finds that the category is switched.
  'backend/categories/categories.service.ts': ['bulk_marks'],
};

/** Files in which SQL is text, with the reason. */
const TEXTS: Record<string, string> = {
  'backend/cli/checks/rights.ts': 'asks MySQL for rights, by statements that change nothing',
  'backend/cli/checks/stores.ts': 'asks a database of any version what it is',
  'backend/backup/restoring/aside.ts': 'its table is no part of the schema, and lasts as long as a restore',
  'backend/backup/restoring/mysql-restore.ts': 'loads tables by name, before there is a Database',
  'backend/backup/snapshots/mysql-snapshot.ts': 'reads a database of any version, whatever columns it has',
  'backend/backup/snapshots/mysql-tables.ts': 'asks the server which tables there are',
  'backend/backup/restoring/mysql-target.ts':
    'reads and sets aside a database that may be of any version, or broken',
  'backend/backup/restoring/restore-target.ts': 'reads a database that may be of any version, or broken',
  'backend/backup/snapshots/sqlite-snapshot.ts': 'reads a database of any version, whatever columns it has',
  'backend/database/database.ts': 'one INSERT for rows of any table, as cheap as it can be',
  'backend/database/migrate.ts': 'locks and names of migrations are asked for before there is a Database',
  'backend/database/sealed-texts.ts': 'reads a database of any version, whatever columns it has',
  'backend/database/move-source.ts': 'reads all columns of all tables, whatever they hold',
  'backend/database/move-target.ts': 'writes them',
  'backend/database/migration-journal.ts': 'the same, and its table is no part of the schema',
};

const SOURCES = readdirSync('backend', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => `backend/${name.replaceAll('\\', '/')}`);

/** A statement as text; a condition alone is not one. */
const STATEMENT =
  /\b(?:SELECT\s|INSERT INTO\s|DELETE FROM\s|UPDATE\s+\S+\s+SET\b)|^\s*(?:select\s[^]*\sfrom\s|insert into\s|delete from\s|update\s+\S+\s+set\s)/;

const WRITING_TEXT = /\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+(\w+|\$)/gi;

/** Calls that write → which of their arguments names the table. */
const WRITING_CALLS: Record<string, number> = {
  insertInto: 0,
  updateTable: 0,
  deleteFrom: 0,
  insertStatement: 0,
  insert: 0,
  deleteInBatches: 1,
  clearInBatches: 1,
};

interface Source {
  file: string;
  /** What the file writes: table names, and entities through TypeORM. */
  writes: Set<string>;
  texts: string[];
}

function read(file: string, source = readFileSync(file, 'utf8')): Source {
  const found: Source = { file, writes: new Set(), texts: [] };
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && STATEMENT.test(text)) {
      found.texts.push(text);
      for (const [, table] of text.matchAll(WRITING_TEXT)) if (table) found.writes.add(table);
    }
    if (ts.isCallExpression(node)) for (const table of tablesOf(node)) found.writes.add(table);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** The text of a string, with `$` for each expression of a template. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('$');
}

function tablesOf({ expression, arguments: given }: ts.CallExpression): string[] {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === 'InjectRepository') return given.map((entity) => entity.getText());
  const table = given[WRITING_CALLS[name] ?? Infinity];
  return table && ts.isStringLiteral(table) ? [table.text] : [];
}

/** A port is a module of its own; the rooms inside a module are not. */
const moduleOf = (file: string) => /^backend\/(?:ports\/)?[^/]+/.exec(file)?.[0] ?? '';

/** Table or entity → the module of the entity. */
function owners(): Map<string, string> {
  const known = new Map<string, string>();
  for (const file of SOURCES.filter((each) => each.endsWith('.entity.ts'))) {
    const text = readFileSync(file, 'utf8');
    for (const [, table, entity] of text.matchAll(/^ {4}(\w+): Table<\s*(\w+)/gm)) {
      known.set(table ?? '', moduleOf(file));
      known.set(entity ?? '', moduleOf(file));
    }
  }
  return known;
}

describe('statements', () => {
  const sources = SOURCES.map((file) => read(file));
  const ownerOf = owners();

  it('write tables of their own module only', () => {
    const foreign = sources.flatMap(({ file, writes }) => {
      const strange = [...writes].filter((table) => {
        const owner = ownerOf.get(table);
        return owner !== undefined && !file.startsWith(`${owner}/`);
      });
      return strange.length ? [[file, strange.sort()] as const] : [];
    });
    expect(Object.fromEntries(foreign)).toEqual(FOREIGN_WRITES);
  });

  it('are text only in the listed files', () => {
    const files = sources.flatMap(({ file, texts }) => (texts.length ? [file] : []));
    expect(files.sort()).toEqual(Object.keys(TEXTS).sort());
  });

  it.each([
    ["query.updateTable('users').set({ name })", 'users', 0],
    ["db.insert('plans', row)", 'plans', 0],
    ["deleteInBatches(db, 'captions', 'id', old)", 'captions', 0],
    ['@InjectRepository(User) users', 'User', 0],
    ["db.run('DELETE FROM mails WHERE id = ?', [id])", 'mails', 1],
    ['db.run(`UPDATE posts SET ${change}`)', 'posts', 1],
    ['sql`insert into counters select ${id}`', 'counters', 1],
    ["db.rows('SELECT id FROM users')", undefined, 1],
    ["refuse('Select one of the categories.')", undefined, 0],
  ])('are recognised in %s', (source, table, texts) => {
    const found = read('sample.ts', source);
    expect([...found.writes]).toEqual(table === undefined ? [] : [table]);
    expect(found.texts).toHaveLength(texts);
  });

  it('are found by their tables', () => {
    expect(ownerOf.get('users')).toBe('backend/users');
    expect(ownerOf.get('mails')).toBe('backend/ports/mail');
    const writers = sources.filter(({ writes }) => writes.has('captions')).map(({ file }) => file);
    expect(writers).toEqual(['backend/captions/captions.service.ts', 'backend/captions/forget-captions.ts']);
  });
});
