import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { normalizePath, runnerImport } from 'vite';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type * as Manifest from '../src/dashboard/screenManifest';
import type * as Screens from '../src/dashboard/screens';
import type * as Drawing from '../src/dashboard/shell/opening/Opening';
import type * as Files from '../src/screenFiles';
import type * as Manifests from './manifests';
import { withStyleInside } from './style-inside.mts';

const DRAWING = fileURLToPath(new URL('../src/dashboard/shell/opening/Opening.tsx', import.meta.url));
const DASHBOARD = normalizePath(fileURLToPath(new URL('../src/dashboard/', import.meta.url)));
const SCREENS = `${DASHBOARD}screens.ts`;
const SCREEN_MANIFEST = `${DASHBOARD}screenManifest.ts`;
const MANIFESTS = fileURLToPath(new URL('./manifests.ts', import.meta.url));
const APP = `${DASHBOARD}DashboardApp.tsx`;
const SCREEN_FILES = fileURLToPath(new URL('../src/screenFiles.ts', import.meta.url));
const PAGE = '/dashboard.html';
const MARK = '<!--opening-->';
/** The icon library writes its style beside each icon; opening.css has what they need. */
const STYLE_OF_ICONS = /<style data-emotion[^>]*>.*?<\/style>|(?<=<svg) class="[^"]*"/gs;

/**
 * Draws the frame of the dashboard at build, so that it is visible before the app has loaded, and lists the files of the
 * app and of each screen, so that the browser fetches them in parallel.
 */
export function dashboardPage(): Plugin[] {
  /** Per manifest, the module that it loads. */
  const loadedBy = new Map<string, string | undefined>();
  return [
    {
      name: 'dashboard-page',
      transformIndexHtml: {
        order: 'pre',
        handler: async (html) => {
          if (!html.includes(MARK)) return html;
          const { module } = await runnerImport<typeof Drawing>(DRAWING);
          const drawn = renderToStaticMarkup(createElement(module.Opening)).replace(STYLE_OF_ICONS, '');
          return html.replace(MARK, () => drawn);
        },
      },
    },
    {
      name: 'dashboard-page-files',
      enforce: 'post',
      moduleParsed({ id, dynamicallyImportedIds }) {
        if (id.startsWith(DASHBOARD) && id.endsWith('/index.ts')) loadedBy.set(id, dynamicallyImportedIds[0]);
      },
      transformIndexHtml: {
        order: 'post',
        handler: async (html, { bundle, path }) => {
          if (!bundle || path !== PAGE) return html;
          const screens = await screensIn(bundle, loadedBy);
          return {
            html: afterTheFrame(withStyleInside(await withScreenFiles(html, bundle, screens), bundle)),
            tags: sheetsOf(bundle),
          };
        },
      },
    },
  ];
}

interface BuiltScreen {
  href: string;
  chunk: Rolldown.OutputChunk;
}

/** Every screen with the chunk of its own code. */
async function screensIn(
  bundle: Rolldown.OutputBundle,
  loadedBy: Map<string, string | undefined>,
): Promise<BuiltScreen[]> {
  const { module } = await runnerImport<typeof Manifests>(MANIFESTS);
  const { module: registered } = await runnerImport<typeof Screens>(SCREENS);
  const { module: manifest } = await runnerImport<typeof Manifest>(SCREEN_MANIFEST);
  return Object.entries(module.MANIFESTS).flatMap(([file, { default: screens }]) => {
    const loaded = loadedBy.get(normalizePath(fileURLToPath(new URL(file, import.meta.url))));
    const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === loaded);
    if (!loaded || !chunk) throw new Error(`${file} loads no screen, or is not in screens.ts.`);
    return [screens].flat().map((screen) => {
      const isRegistered = registered.SCREENS.some(({ path }) => path === screen.path);
      if (!isRegistered) throw new Error(`The screen at ${screen.path} is not in screens.ts.`);
      return { href: manifest.hrefOf(screen), chunk };
    });
  });
}

/** The frame's style and the first calls do not wait for the app. */
const afterTheFrame = (html: string) =>
  html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

/** Before headScript.ts, which reads the list. */
async function withScreenFiles(
  html: string,
  bundle: Rolldown.OutputBundle,
  screens: BuiltScreen[],
): Promise<string> {
  const app = appOf(bundle);
  const files: string[] = [];
  const placesOf = (...parts: Rolldown.OutputChunk[]) => {
    const { scripts, sheets } = filesOf(bundle, parts);
    return [...scripts, ...sheets]
      .filter((file) => !html.includes(file))
      .sort((one, other) => sizeOf(bundle[one]) - sizeOf(bundle[other]))
      .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  };
  const lists: Files.ScreenFiles = { files, app: placesOf(app), screens: {} };
  for (const { href, chunk } of screens) lists.screens[href] = placesOf(app, chunk);
  const { module } = await runnerImport<typeof Files>(SCREEN_FILES);
  const script = `<script type="application/json" id="${module.SCREEN_FILES}">${JSON.stringify(lists)}</script>`;
  return html.replace('<head>', (head) => `${head}\n    ${script}`);
}

const sizeOf = (file: Rolldown.OutputBundle[string] | undefined) =>
  file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);

/** At the end of the page, where style sheets do not delay the first paint. The app does not wait for them. */
function sheetsOf(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  return filesOf(bundle, [appOf(bundle)]).sheets.map((file) => ({
    tag: 'link',
    attrs: { rel: 'stylesheet', href: `/${file}`, crossorigin: true },
    injectTo: 'body',
  }));
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

function appOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const app = chunksOf(bundle).find(({ moduleIds }) => moduleIds.includes(APP));
  if (!app) throw new Error('The dashboard has no part of its own in the build.');
  return app;
}

/** Those parts with everything that they import statically. */
function filesOf(
  bundle: Rolldown.OutputBundle,
  parts: Rolldown.OutputChunk[],
): { scripts: string[]; sheets: string[] } {
  const chunks = chunksOf(bundle);
  const needed = new Set(parts);
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  const sheets = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return { scripts: [...needed].map(({ fileName }) => fileName), sheets: [...new Set(sheets)] };
}
