/** HTML that is safe to put into HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | Html[] | string | number | undefined;

/** Escapes everything that is put in, except other HTML. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + render(parts[index - 1]) + piece));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
