import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as Page from '../src/public/landing/Landing';
import { fontPreload, withStyleInside } from './style-inside.mts';

const PAGE = fileURLToPath(new URL('../src/public/landing/Landing.tsx', import.meta.url));
const MARK = '<!--landing-->';

/**
 * Renders the landing page at build to HTML with an inline style sheet, readable before any other file has loaded. The
 * server fills in the support link and the prices; the development server leaves them out.
 */
export function landingPage(): Plugin[] {
  return [
    {
      name: 'landing-page',
      transformIndexHtml: {
        order: 'pre',
        handler: async (html, { server }) => {
          if (!html.includes(MARK)) return html;
          const { module } = await runnerImport<typeof Page>(PAGE);
          return html.replace(MARK, () =>
            renderToStaticMarkup(createElement(module.Landing, { hasServer: !server })),
          );
        },
      },
    },
    {
      name: 'landing-page-style',
      enforce: 'post',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle, path }) =>
          bundle && {
            html: path === '/index.html' ? withStyleInside(html, bundle) : html,
            // The dashboard chooses its font by connection speed.
            tags: path === '/dashboard.html' ? [] : fontPreload(bundle),
          },
      },
    },
  ];
}
