import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { protocolsByFormat } from '../../ports/networks/meta/protocols';
import type { FormatDeclaration } from './declaration';
import { FORMATS } from './formats';
import { ALL_LISTS, formatOf, formatOfLength, LISTS, kindsInStream, listFor, STREAMS_OF } from './lists';
import { FACEBOOK_STORY_FORMAT } from './facebook-story';
import { FACEBOOK_VIDEO_FORMAT } from './facebook-video';

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
      expect(isUnique(ALL_LISTS.map((list) => list[property]))).toBe(true);
    for (const { name, list } of formats) {
      expect(Math.max(name.length, list.kind.length)).toBeLessThanOrEqual(16);
      expect(list.topic.length).toBeLessThanOrEqual(32);
    }
  });

  it('finds the format of a row and throws for an unknown one', () => {
    for (const format of FORMATS)
      expect(formatOf({ network: format.network, format: format.name })).toBe(format);
    expect(() => formatOf({ network: 'instagram', format: 'text' })).toThrow();
  });

  it('makes a reel of a short film for a Page, and a video of a longer one', () => {
    const named = (length: number | null) => formatOfLength(FACEBOOK_VIDEO_FORMAT, length).name;
    expect([named(90_000), named(90_001), named(null)]).toEqual(['reel', 'video', 'reel']);
  });

  it('puts a story into the list of its medium', () => {
    const kinds = (['video', 'image'] as const).map((first) => listFor(FACEBOOK_STORY_FORMAT, first).kind);
    expect(kinds).toEqual(['video', 'photo']);
  });

  it('lets texts wait in the line of photos', () => {
    expect(STREAMS_OF).toEqual({ facebook: ['video', 'photo'], instagram: ['instagram_video', 'photo'] });
    expect(kindsInStream('photo')).toEqual(['photo', 'text']);
  });

  it('has a protocol for each format', () => {
    const ways = protocolsByFormat({ about: () => null } as never, null as never, null as never);
    const waiting = FORMATS.filter(({ network, name }) => !ways[network][name]?.length);
    expect(waiting.map(({ network, name }) => `${network} ${name}`)).toEqual([]);
    const known = Object.values(ways).flatMap((each) => Object.keys(each));
    expect(known).toHaveLength(FORMATS.length);
  });

  it('is the only place that names a kind', () => {
    expect(thoseThatSay(/instagram[_-]videos?\b/)).toEqual(NAMED_BY_THE_WIRE);
    const asked = new RegExp(
      `\\bkind\\b\\s*(:|[!=]==?)\\s*['"\`](${LISTS.map(({ kind }) => kind).join('|')})['"\`]`,
    );
    // Meta's own objects have kinds too.
    const elsewhere = thoseThatSay(asked).filter((file) => !/^backend\/(meta-world|rehearsal)\//.test(file));
    expect(elsewhere).toEqual([]);
  });
});
