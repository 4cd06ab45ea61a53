import type { HtmlTagDescriptor } from 'vite';

type Bundle = Record<string, object>;

const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\s*/g;
const LATIN = /inter-latin-wght-normal.*\.woff2$/;

/** Inlines the page's style sheets, so that it paints before any other file has loaded. */
export function withStyleInside(html: string, bundle: Bundle): string {
  const names = [...html.matchAll(STYLE_SHEET)].map(([, name = '']) => name);
  const css = names.map((name) => textOf(bundle[name]).trim()).join('');
  return html.replace(STYLE_SHEET, '').replace('</head>', () => `<style>${css}</style>\n  </head>`);
}

function textOf(file: object | undefined): string {
  if (file && 'source' in file) return String(file.source);
  throw new Error('A style sheet of the page is not in the build.');
}

export function fontPreload(bundle: Bundle): HtmlTagDescriptor[] {
  const font = Object.keys(bundle).find((name) => LATIN.test(name));
  if (!font) return [];
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
  return [{ tag: 'link', attrs, injectTo: 'head' }];
}
