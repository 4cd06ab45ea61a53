import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as Formats from '../../backend/publishing/formats/lists';

const SOURCE = fileURLToPath(new URL('../src/headScript.ts', import.meta.url));
const LISTS = fileURLToPath(new URL('../../backend/publishing/formats/lists.ts', import.meta.url));
const DEV_PATH = '/head.js';
const LANDING = '/index.html';

/**
 * Puts src/headScript.ts into the head of every page. The app waits for it: it shows nothing before its own script anyway.
 * The landing page does not: to a first visitor it has nothing to say, and to the others it comes from the cache.
 */
export function headScript(): Plugin {
  let isBuild = false;
  return {
    name: 'head-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(DEV_PATH, (_request, response, next) => {
        compiled().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
    async generateBundle() {
      const source = await compiled();
      this.emitFile({ type: 'asset', fileName: nameOf(source).slice(1), source });
    },
    transformIndexHtml: async (_html, { path }) => [
      {
        tag: 'script',
        attrs: {
          src: isBuild ? nameOf(await compiled()) : DEV_PATH,
          ...(path === LANDING && { async: true }),
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}

async function compiled(): Promise<string> {
  const { module } = await runnerImport<typeof Formats>(LISTS);
  const paths = module.LISTS.map((list) => [`/dashboard/${module.slugOf(list)}`, list.path]);
  const LIST_PATHS = JSON.stringify(Object.fromEntries(paths));
  const build = await rolldown({ input: SOURCE, transform: { define: { LIST_PATHS } } });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

const nameOf = (source: string) =>
  `/assets/head-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
