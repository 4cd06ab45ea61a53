/**
 * What the built server needs to run. `runtime-packages.mjs` lists the packages that it loads from node_modules, with
 * theirs; `runtime-packages.mjs FOLDER` copies these, dist and package.json into a folder that needs nothing else.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ENTRIES = ['dist/server/backend/main.js', 'dist/server/backend/cli.js'];
const REQUIRED = /\b(?:require|require\.resolve|import)\(\s*["'`]([^"'`\n]+)["'`]\s*\)/g;

/** TypeORM loads its driver by a name that it computes. */
const LOADED_BY_NAME = ['mysql2'];

/** Needed to install a package, not to run it. */
const INSTALLERS = ['prebuild-install'];

/** Licences stay, whatever they are called. */
const LICENCE = /(^|\/)(licen[cs]e|copying|notice|authors)[^/]*$/i;
const FOR_DEVELOPERS = /\.(d\.[cm]?ts|map|md|markdown|flow)$/;

/** Folders of packages that are there for other platforms, or to compile them. */
const UNUSED = {
  // The image has a prober of its own.
  'ffprobe-static': /^bin\//,
  'better-sqlite3': /^(deps|src)\/|^build\/(?!Release\/better_sqlite3\.node$|Release$)./,
  'swagger-ui-dist': /\.(js|css|html|png)$(?<!^swagger-ui-bundle\.js)(?<!^swagger-ui\.css)/,
};

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const { files, names } = reached();
const places = withTheirs(names);
const [target] = process.argv.slice(2);
if (target === undefined)
  for (const place of places) console.log(`${nameOf(place)} ${packages[place].version}`);
else copyTo(resolve(target));

/** The files that the entries load, and the names of the packages that these require. */
function reached() {
  const files = new Set(ENTRIES.map((file) => join(root, file)));
  const names = new Set(LOADED_BY_NAME);
  for (const file of files) {
    const require = createRequire(file);
    for (const [, wanted] of readFileSync(file, 'utf8').matchAll(REQUIRED)) {
      if (wanted.startsWith('.')) {
        // What a library looks for and does without stays in the bundle as it was written.
        const found = resolved(require, wanted);
        if (found?.endsWith('.js') && found.startsWith(join(root, 'dist') + sep)) files.add(found);
      } else if (!builtinModules.includes(wanted.replace(/^node:/, ''))) {
        names.add(wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return { files, names };
}

function resolved(require, wanted) {
  try {
    return require.resolve(wanted);
  } catch {
    return undefined;
  }
}

/** The packages of these names and all that they depend on, as places in the lock file. */
function withTheirs(names) {
  const places = new Set();
  const add = (name, from) => {
    const place = placeOf(name, from);
    // Of another platform, or one that the library does without.
    if (place === undefined || !existsSync(join(root, place))) return;
    if (packages[place].dev) throw new Error(`${name} is loaded by the server and is no dependency of it`);
    places.add(place);
  };
  for (const name of names) add(name, '');
  for (const place of places) {
    const { dependencies, optionalDependencies } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!INSTALLERS.includes(name)) add(name, place);
  }
  return [...places].sort();
}

/** As Node looks for it: beside the one that asks, then further out. */
function placeOf(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    const place = `${at}${at && '/'}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
  }
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function copyTo(folder) {
  mkdirSync(folder, { recursive: true });
  for (const place of places) {
    // A package may be a link.
    const from = realpathSync(join(root, place));
    const unused = UNUSED[nameOf(place)];
    cpSync(from, join(folder, place), {
      recursive: true,
      filter: (source) => {
        const path = relative(from, source).replaceAll(sep, '/');
        if (path === 'node_modules') return false;
        return path === '' || LICENCE.test(path) || !(FOR_DEVELOPERS.test(path) || unused?.test(path));
      },
    });
  }
  for (const file of files)
    for (const each of [file, `${file}.map`])
      if (existsSync(each)) cpSync(each, join(folder, relative(root, each)));
  for (const each of ['dist/public', 'dist/openapi.json', 'package.json'])
    if (existsSync(join(root, each))) cpSync(join(root, each), join(folder, each), { recursive: true });
}
