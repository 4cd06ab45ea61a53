import { graphError } from './graph-refusal';

/** `2026-11-21T09:00:00+0000`, as Meta writes instants. */
export function metaTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

/** What `fields` asks for; always with the id, as Meta does. Names that the node has not are left out. */
export function pick(
  node: Record<string, unknown>,
  fields: string | undefined,
  byDefault: string[],
): Record<string, unknown> {
  const wanted = fields ? topLevel(fields) : byDefault;
  const found: Record<string, unknown> = {};
  for (const name of new Set([...wanted, 'id']))
    if (Object.hasOwn(node, name) && node[name] !== undefined) found[name] = node[name];
  return found;
}

/** `a,b{c,d},e.limit(1)` → a, b, e */
function topLevel(fields: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let name = '';
  for (const letter of `${fields},`) {
    if (letter === ',' && depth === 0) {
      names.push(name.replace(/[.{(].*$/s, '').trim());
      name = '';
      continue;
    }
    if (letter === '{' || letter === '(') depth += 1;
    if (letter === '}' || letter === ')') depth -= 1;
    name += letter;
  }
  return names;
}

/** Unix seconds, or a date in words. @returns ms, or undefined when the parameter is absent */
export function instant(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  if (Number.isNaN(ms)) throw graphError(100, `(#100) Param ${name} must be a valid timestamp`);
  return ms;
}

export function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['false', '0'].includes(value.toLowerCase());
}

export function count(name: string, value: string | undefined): number {
  if (value === undefined || !/^\d{1,15}$/.test(value))
    throw graphError(100, `(#100) Param ${name} must be an integer`);
  return Number(value);
}
