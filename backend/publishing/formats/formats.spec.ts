import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { protocolsByFormat } from '../../ports/networks/meta/protocols';
import type { FormatDeclaration } from './declaration';
import { FORMATS } from './formats';
import { formatOf, KINDS, LISTS } from './lists';

const ROOT = resolve(__dirname, '../../..');

/** Files that use a word because the wire does. */
const NAMED_BY_THE_WIRE = [
  // The rules in the answer of GET /config.
  'backend/client-config/client-config.controller.ts',
  'backend/client-config/client-config.view.ts',
];

const isUnique = (values: string[]) => new Set(values).size === values.length;

/** Generated from the API document, which takes its names from the list. */
const GENERATED = 'frontend/src/wire.ts';

const sources = ['backend', 'frontend/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .filter((file) => file !== GENERATED && !file.startsWith('backend/publishing/formats/')),
);

const thoseThatSay = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

describe('the list of formats', () => {
  it('has unique names that fit their columns', () => {
    const formats: readonly FormatDeclaration[] = FORMATS;
    expect(isUnique(formats.map(({ network, name }) => `${network} ${name}`))).toBe(true);
    for (const property of ['kind', 'path', 'topic', 'title'] as const)
      expect(isUnique(LISTS.map((list) => list[property]))).toBe(true);
    for (const { name, list } of formats) {
      expect(Math.max(name.length, list.kind.length)).toBeLessThanOrEqual(16);
      expect(list.topic.length).toBeLessThanOrEqual(32);
    }
  });

  it('finds the format of a row and throws for an unknown one', () => {
    for (const format of FORMATS)
      expect(formatOf({ network: format.network, format: format.name })).toBe(format);
    expect(() => formatOf({ network: 'instagram', format: 'photo' })).toThrow();
  });

  it('has a protocol for each format', () => {
    const ways = protocolsByFormat(null as never, null as never);
    for (const { network, name } of FORMATS) expect(ways[network][name]?.length).toBeGreaterThan(0);
    expect(Object.values(ways).flatMap((each) => Object.keys(each))).toHaveLength(FORMATS.length);
  });

  it('is the only place that names a kind', () => {
    expect(thoseThatSay(/instagram[_-]videos?\b/)).toEqual(NAMED_BY_THE_WIRE);
    const asked = new RegExp(`\\bkind\\b\\s*(:|[!=]==?)\\s*['"\`](${KINDS.join('|')})['"\`]`);
    // Meta's own objects have kinds too.
    const elsewhere = thoseThatSay(asked).filter((file) => !/^backend\/(meta-world|rehearsal)\//.test(file));
    expect(elsewhere).toEqual([]);
  });
});
