import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import type * as Page from '../src/public/landing/Landing';

const PAGE = fileURLToPath(new URL('../src/public/landing/Landing.tsx', import.meta.url));
const MARK = '<!--landing-->';
const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\s*/g;
const LATIN = /inter-latin-wght-normal.*\.woff2$/;

/**
 * Draws the landing page at build: what the visitor gets is HTML with its style sheet inside, readable before any other
 * file has come. The support link stays open for the server; the development server leaves it out.
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
            renderToStaticMarkup(createElement(module.Landing, { hasSupport: !server })),
          );
        },
      },
    },
    {
      name: 'landing-page-style',
      enforce: 'post',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle, path }) => {
          if (!bundle) return html;
          const font = Object.keys(bundle).find((name) => LATIN.test(name));
          const text = (name: string) => textOf(bundle[name]);
          return {
            html: path === '/index.html' ? withStyleInside(html, text) : html,
            tags: font ? [preload(font)] : [],
          };
        },
      },
    },
  ];
}

function withStyleInside(html: string, styleSheet: (name: string) => string): string {
  const names = [...html.matchAll(STYLE_SHEET)].map(([, name = '']) => name);
  const css = names.map((name) => styleSheet(name).trim()).join('');
  return html.replace(STYLE_SHEET, '').replace('</head>', () => `<style>${css}</style>\n  </head>`);
}

function textOf(file: object | undefined): string {
  if (file && 'source' in file) return String(file.source);
  throw new Error('A style sheet of the landing page is not in the build.');
}

const preload = (font: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
  injectTo: 'head',
});
