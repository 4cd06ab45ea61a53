import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as Formats from '../../backend/publishing/formats/lists';
import type * as Theme from '../src/theme';

const THEME = fileURLToPath(new URL('../src/theme.ts', import.meta.url));
const LISTS = fileURLToPath(new URL('../../backend/publishing/formats/lists.ts', import.meta.url));

/** For pages that the server renders itself; the name is fixed, without a hash. */
const LOOK = 'look.css';
const LATIN = /inter-latin-wght-normal.*\.woff2$/;

/**
 * Puts the tokens into src/tokens.css: `--brand`, `--bad-tint` and so on, each with its light and its dark value, and a
 * class for each list of posts with the colour of its mark. The same, with the font, are at /look.css.
 */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    enforce: 'pre',
    async transform(_code, id) {
      if (!/\/src\/tokens\.css($|\?)/.test(id)) return undefined;
      this.addWatchFile(THEME);
      return { code: await tokensCss(), map: null };
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const font = Object.keys(bundle).find((name) => LATIN.test(name));
        if (!font) throw new Error('The font is not in the build.');
        this.emitFile({ type: 'asset', fileName: LOOK, source: fontFace(font) + (await tokensCss()) });
      },
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${LOOK}`, (_request, response, next) => {
        tokensCss().then((code) => response.setHeader('content-type', 'text/css').end(code), next);
      });
    },
  };
}

async function tokensCss(): Promise<string> {
  const theme = await runnerImport<typeof Theme>(THEME);
  const { module: formats } = await runnerImport<typeof Formats>(LISTS);
  const marks = formats.ALL_LISTS.map(
    (list) =>
      `\n.kind-${formats.slugOf(list)} { --kind: light-dark(${list.colour.light}, ${list.colour.dark}); }`,
  );
  return css(theme.module) + marks.join('');
}

const fontFace = (font: string) => `@font-face {
  font-family: 'Inter Variable';
  font-display: swap;
  font-weight: 100 900;
  src: url('/${font}') format('woff2');
}
`;

function css({ FONT, SYSTEM_FONT, RADIUS, tokens }: typeof Theme): string {
  const dark = flat(tokens.dark);
  const colours = Object.entries(flat(tokens.light)).map(
    ([name, value]) => `--${name}: light-dark(${value}, ${dark[name] ?? value});`,
  );
  return `:root {
  color-scheme: light dark;
  --font: ${FONT};
  --radius-card: ${RADIUS.card}px;
  --radius-control: ${RADIUS.control}px;
  ${colours.join('\n  ')}
}
:root[data-font='later'] { --font: ${SYSTEM_FONT}; }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }`;
}

/** `bad: { tint, text }` becomes `bad-tint` and `bad-text`. */
function flat(theme: Theme.Tokens): Record<string, string> {
  return Object.fromEntries(
    Object.entries(theme).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[kebab(name), value]]
        : [
            [`${kebab(name)}-tint`, value.tint],
            [`${kebab(name)}-text`, value.text],
          ],
    ),
  );
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
