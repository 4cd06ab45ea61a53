import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as Manifest from '../src/dashboard/screenManifest';
import type * as Screens from '../src/dashboard/screens';

const SOURCE = fileURLToPath(new URL('../src/headScript.ts', import.meta.url));
const SCREENS = fileURLToPath(new URL('../src/dashboard/screens.ts', import.meta.url));
const SCREEN_MANIFEST = fileURLToPath(new URL('../src/dashboard/screenManifest.ts', import.meta.url));
const DEV_PATH = '/head.js';
const LANDING = '/index.html';

/**
 * Puts src/headScript.ts into the head of every page. The app waits for it, since it shows nothing before its own script
 * anyway. The landing page does not: a first visitor needs nothing of it, and others have it in the cache.
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
  const define = { FIRST_CALLS: JSON.stringify(await firstCalls()) };
  const build = await rolldown({ input: SOURCE, transform: { define } });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

async function firstCalls(): Promise<Record<string, readonly string[]>> {
  const { module } = await runnerImport<typeof Screens>(SCREENS);
  const { module: manifest } = await runnerImport<typeof Manifest>(SCREEN_MANIFEST);
  return Object.fromEntries(
    module.SCREENS.flatMap((screen) =>
      screen.firstCalls ? [[manifest.hrefOf(screen), screen.firstCalls]] : [],
    ),
  );
}

const nameOf = (source: string) =>
  `/assets/head-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
