import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/early.ts', import.meta.url));
const DEV_PATH = '/early.js';
const LANDING = '/index.html';

/**
 * Puts src/early.ts into the head of every page. The app waits for it: it shows nothing before its own script anyway.
 * The landing page does not: to a first visitor it has nothing to say, and to the others it comes from the cache.
 */
export function earlyScript(): Plugin {
  let isBuild = false;
  return {
    name: 'early-script',
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
  const build = await rolldown({ input: SOURCE });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

const nameOf = (source: string) =>
  `/assets/early-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
