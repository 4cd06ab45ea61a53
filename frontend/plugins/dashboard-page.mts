import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { normalizePath, runnerImport } from 'vite';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type * as Navigation from '../src/dashboard/shell/navigation';
import type * as Drawing from '../src/dashboard/shell/opening/Opening';
import type * as Screens from '../src/screenFiles';
import { withStyleInside } from './style-inside.mts';

const DRAWING = fileURLToPath(new URL('../src/dashboard/shell/opening/Opening.tsx', import.meta.url));
const DASHBOARD = normalizePath(fileURLToPath(new URL('../src/dashboard/', import.meta.url)));
const ENTRIES = `${DASHBOARD}shell/navigation.ts`;
const APP = `${DASHBOARD}DashboardApp.tsx`;
const SCREEN_FILES = fileURLToPath(new URL('../src/screenFiles.ts', import.meta.url));
const HOME = '/dashboard';
const PAGE = '/dashboard.html';
const MARK = '<!--opening-->';
/** The icons' library writes its style beside each; opening.css has what they need. */
const STYLE_OF_ICONS = /<style data-emotion[^>]*>.*?<\/style>|(?<=<svg) class="[^"]*"/gs;

/**
 * Draws the frame of the dashboard at build, so that it stands before the app has come, and names the files of the app
 * and of each screen, so that they come side by side and not one after the other.
 */
export function dashboardPage(): Plugin[] {
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
      transformIndexHtml: {
        order: 'post',
        handler: async (html, { bundle, path }) => {
          if (!bundle || path !== PAGE) return html;
          const { module } = await runnerImport<typeof Navigation>(ENTRIES);
          const entries = [...module.ENTRIES, ...module.ADMIN_ENTRIES];
          return {
            html: afterTheFrame(withStyleInside(await withScreenFiles(html, bundle, entries), bundle)),
            tags: sheetsOf(bundle),
          };
        },
      },
    },
  ];
}

/** What paints the frame, and the first calls, do not wait for the app. */
const afterTheFrame = (html: string) =>
  html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

/** Before headScript.ts, which reads it. */
async function withScreenFiles(
  html: string,
  bundle: Rolldown.OutputBundle,
  entries: Navigation.Entry[],
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
  const lists: Screens.ScreenFiles = { files, app: placesOf(app), screens: {} };
  for (const { to, code = to } of entries) lists.screens[to] = placesOf(app, screenAt(code, bundle, app));
  const { module } = await runnerImport<typeof Screens>(SCREEN_FILES);
  const script = `<script type="application/json" id="${module.SCREEN_FILES}">${JSON.stringify(lists)}</script>`;
  return html.replace('<head>', (head) => `${head}\n    ${script}`);
}

const sizeOf = (file: Rolldown.OutputBundle[string] | undefined) =>
  file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);

/**
 * `/dashboard/admin/users` is dashboard/admin/Users.tsx, `/dashboard/videos` dashboard/videos/Videos.tsx, and
 * `/dashboard` dashboard/home/Home.tsx.
 */
function screenAt(path: string, bundle: Rolldown.OutputBundle, app: Rolldown.OutputChunk) {
  const [, , ...folders] = (path === HOME ? `${HOME}/home` : path).split('/');
  const name = folders.at(-1)?.replaceAll('-', '') ?? '';
  const isIt = (file: string) =>
    file.toLowerCase().startsWith(name) && !file.includes('/') && file.endsWith('.tsx');
  const found = chunksOf(bundle).filter(
    ({ fileName, facadeModuleId }) =>
      app.dynamicImports.includes(fileName) &&
      [folders, folders.slice(0, -1)].some((place) => {
        const folder = `${[DASHBOARD.slice(0, -1), ...place].join('/')}/`;
        return facadeModuleId?.startsWith(folder) && isIt(facadeModuleId.slice(folder.length));
      }),
  );
  if (found.length !== 1 || !found[0]) throw new Error(`${path} has ${found.length} screens in the build.`);
  return found[0];
}

/** At the end of the page, where they hold nothing up; the app looks whether they are there, and waits for none. */
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

/** What has to be there before those parts can be drawn. */
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
