import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type * as Theme from '../src/theme';

const THEME = fileURLToPath(new URL('../src/theme.ts', import.meta.url));

/** Puts the tokens into src/tokens.css: `--brand`, `--bad-tint` and so on, each with its light and its dark value. */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    enforce: 'pre',
    async transform(_code, id) {
      if (!/\/src\/tokens\.css($|\?)/.test(id)) return undefined;
      this.addWatchFile(THEME);
      const { module } = await runnerImport<typeof Theme>(THEME);
      return { code: css(module), map: null };
    },
  };
}

function css({ FONT, RADIUS, tokens }: typeof Theme): string {
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
