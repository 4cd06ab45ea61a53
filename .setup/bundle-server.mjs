/**
 * Makes the built server start faster: its two thousand modules become server.js and some 150 parts, with source maps
 * beside them. Run after `nest build`. The main.js in dist/server/backend, or the one that is given, then loads server.js.
 *
 * The text stays in memory, so white space and the names of variables go. Functions and classes keep their names, and
 * the maps lead from a stack trace to the TypeScript.
 */
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const main = resolve(process.argv[2] ?? join(root, 'dist/server/backend/main.js'));
const folder = dirname(main);

/** With files of their own beside their code, which a bundle would lose; or large and seldom loaded. */
const LEFT_OUTSIDE = [
  'better-sqlite3',
  '@node-rs/argon2',
  'ffprobe-static',
  'sharp',
  'mysql2',
  'bull',
  '@aws-sdk',
  '@tus',
];

/**
 * What V8 takes to parse a text, malloc keeps: 37 MB when all was one file, 3 MB when parts of this size are parsed one
 * after another.
 */
const PART_BYTES = 150 * 1024;

/** Loaded by libraries at every start, and used by nothing: databases that are not ours, and telephone numbers. */
const UNUSED =
  /[\\/]node_modules[\\/](libphonenumber-js[\\/]|typeorm[\\/]driver[\\/](aurora-mysql|aurora-postgres|capacitor|cockroachdb|cordova|expo|mongodb|nativescript|oracle|postgres|react-native|sap|spanner|sqljs|sqlserver)[\\/])/;

const NO_MAP = { version: 3, mappings: '', sources: [], names: [] };

const unused = {
  name: 'unused',
  load: {
    filter: { id: UNUSED },
    handler: () => ({ code: 'module.exports = new Proxy({}, { get: () => class {} });', map: NO_MAP }),
  },
};

const NON_ASCII = /[^\0-\x7f]/g;

/** Of our own modules only: with those of the libraries the map takes eight times the memory. */
const sourceMaps = {
  name: 'source-maps',
  load: {
    filter: { id: /\.[cm]?js$/ },
    handler(file) {
      if (!existsSync(file)) return null;
      const isOurs = file.startsWith(join(root, 'dist')) && existsSync(`${file}.map`);
      const map = isOurs ? readFileSync(`${file}.map`, 'utf8') : NO_MAP;
      return { code: readFileSync(file, 'utf8'), map };
    },
  },
};

const build = await rolldown({
  input: main,
  platform: 'node',
  treeshake: false,
  // What frameworks look for and do without, such as @nestjs/microservices, stays a require that fails.
  logLevel: 'silent',
  external: (id) => builtinModules.includes(id.replace(/^node:/, '')) || isLeftOutside(id),
  resolve: { alias: { '@nestjs/swagger': join(here, 'no-swagger.cjs') } },
  plugins: [unused, sourceMaps],
});
const { output } = await build.generate({
  dir: folder,
  entryFileNames: 'server.js',
  chunkFileNames: 'server-[name].js',
  format: 'cjs',
  // The entry alone in its file: another module there would be needed by a part before the entry has exported it.
  codeSplitting: { groups: [{ name: 'part', test: (id) => id !== main, maxSize: PART_BYTES }] },
  keepNames: true,
  minify: { mangle: { keepNames: true }, compress: false },
  comments: { legal: true, annotation: false, jsdoc: false },
  sourcemap: true,
  sourcemapPathTransform: (source) => relative(root, resolve(folder, source)).replaceAll('\\', '/'),
});
await build.close();
for (const part of output) {
  if (part.type !== 'chunk') continue;
  const edits = [...wrappersAsFunctions(part.code), ...inAscii(part.code)];
  const { code, map } = edited(part.code, part.map ?? NO_MAP, edits);
  writeFileSync(join(folder, part.fileName), code);
  writeFileSync(join(folder, `${part.fileName}.map`), JSON.stringify({ ...map, sourcesContent: undefined }));
}
copyFileSync(join(here, 'main.cjs'), main);
copyFileSync(join(here, 'cli.cjs'), join(folder, 'cli.js'));

function isLeftOutside(id) {
  return LEFT_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`));
}

/**
 * The V8 of Node 20 reads through an arrow function before it compiles it on its first call; a function in parentheses
 * it compiles at once. The bodies of nearly all modules run at the start: read once, they make a start a tenth cheaper.
 */
function wrappersAsFunctions(code) {
  const arrows = parseAst(code, { lang: 'js' })
    .body.filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations.map(({ init }) => init))
    .filter((init) => init?.type === 'CallExpression' && init.arguments.length === 1)
    .map((call) => call.arguments[0])
    .filter(
      ({ type, async, body }) =>
        type === 'ArrowFunctionExpression' && !async && body.type === 'BlockStatement',
    );
  return arrows.map(({ start, params, body }) => ({
    start,
    end: body.start,
    text: `function(${params.map(({ start: from, end }) => code.slice(from, end)).join(',')})`,
  }));
}

/** One character beyond Latin-1 would double the memory that V8 keeps the text in. */
function inAscii(code) {
  return Array.from(code.matchAll(NON_ASCII), ({ index, 0: character }) => ({
    start: index,
    end: index + 1,
    text: `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  }));
}

/** @param edits each within a line; they do not overlap. */
function edited(code, map, edits) {
  const inOrder = edits.sort((a, b) => a.start - b.start);
  const pieces = [];
  let at = 0;
  for (const { start, end, text } of inOrder) {
    pieces.push(code.slice(at, start), text);
    at = end;
  }
  const mappings = decode(map.mappings);
  let [lineStart, next] = [0, 0];
  for (const [number, line] of code.split('\n').entries()) {
    let growth = 0;
    for (const segment of mappings[number] ?? []) {
      for (; next < inOrder.length && inOrder[next].start < lineStart + segment[0]; next++)
        growth += inOrder[next].text.length - (inOrder[next].end - inOrder[next].start);
      segment[0] += growth;
    }
    lineStart += line.length + 1;
    while (next < inOrder.length && inOrder[next].start < lineStart) next++;
  }
  return { code: pieces.join('') + code.slice(at), map: { ...map, mappings: encode(mappings) } };
}
