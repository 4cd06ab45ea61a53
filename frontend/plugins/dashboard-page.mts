import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { normalizePath, runnerImport } from 'vite';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type * as Drawing from '../src/dashboard/opening/Opening';
import { withStyleInside } from './style-inside.mts';

const DRAWING = fileURLToPath(new URL('../src/dashboard/opening/Opening.tsx', import.meta.url));
const APP = normalizePath(fileURLToPath(new URL('../src/dashboard/DashboardApp.tsx', import.meta.url)));
const PAGE = '/dashboard.html';
const MARK = '<!--opening-->';
/** The icons' library writes its style beside each; opening.css has what they need. */
const STYLE_OF_ICONS = /<style data-emotion[^>]*>.*?<\/style>|(?<=<svg) class="[^"]*"/gs;

/**
 * Draws the frame of the dashboard at build, so that it stands before the app has come, and names the app's files, so
 * that they come side by side and not one after the other.
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
        handler: (html, { bundle, path }) =>
          bundle && path === PAGE
            ? { html: afterTheFrame(withStyleInside(html, bundle)), tags: preloads(html, bundle) }
            : html,
      },
    },
  ];
}

/** What paints the frame, and the first calls, do not wait for the app, nor the app for the font. */
const afterTheFrame = (html: string) =>
  html.replace(
    /<(script type="module"|link rel="modulepreload"|link rel="preload" as="font")/g,
    '<$1 fetchpriority="low"',
  );

function preloads(html: string, bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const { scripts, sheets } = filesOf(bundle);
  const isNew = (file: string) => !html.includes(file);
  return [
    ...scripts
      .filter(isNew)
      .map((file) => link({ rel: 'modulepreload', href: `/${file}`, fetchpriority: 'low' })),
    // At the end of the page, where they hold nothing up; the app looks whether they are there, and waits for none.
    ...sheets.map((file) => ({
      ...link({ rel: 'stylesheet', href: `/${file}` }),
      injectTo: 'body' as const,
    })),
  ];
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head',
});

/** What has to be there before the dashboard can be drawn. */
function filesOf(bundle: Rolldown.OutputBundle): { scripts: string[]; sheets: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.includes(APP));
  if (!first) throw new Error('The dashboard has no part of its own in the build.');
  const needed = new Set([first]);
  for (const { imports } of needed)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  const sheets = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return { scripts: [...needed].map(({ fileName }) => fileName), sheets: [...new Set(sheets)] };
}
