import { invalidParameter, Refused } from './answer';

/** Meta's time format: `2026-11-21T09:00:00+0000`. */
export function metaTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

/** The fields that `fields=a,b{c}` selects, and always the id. Missing fields are left out, as Meta does. */
export function pick(
  node: Record<string, unknown>,
  fields: string | undefined,
  byDefault: string,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of ['id', ...topLevel(fields ?? byDefault)]) {
    const name = field.replace(/[.{(].*$/s, '').trim();
    const inner = /\{(.*)\}$/s.exec(field)?.[1];
    const value = Object.hasOwn(node, name) ? node[name] : undefined;
    if (value === undefined || value === null) continue;
    picked[name] = inner !== undefined && typeof value === 'object' ? pickInner(value, inner) : value;
  }
  return picked;
}

/** The fields of an edge, such as `picture{url}`, are those of its `data`. */
function pickInner(value: object, fields: string): Record<string, unknown> {
  const { data } = value as { data?: Record<string, unknown> };
  return data ? { data: pick(data, fields, '') } : pick(value as Record<string, unknown>, fields, '');
}

/** `a,b{c,d},e.limit(1)` → `a`, `b{c,d}`, `e.limit(1)` */
const topLevel = (fields: string) => fields.split(/,(?![^{]*\}|[^(]*\))/).filter((field) => field !== '');

/** Parses Unix seconds or a date. @returns ms, or undefined without the parameter. */
export function instant(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  if (Number.isNaN(ms)) throw new Refused(invalidParameter(`Param ${name} must be a valid timestamp`));
  return ms;
}

export function count(name: string, value: string | undefined): number {
  if (value === undefined || !/^\d{1,15}$/.test(value))
    throw new Refused(invalidParameter(`Param ${name} must be an integer`));
  return Number(value);
}

export function isFalse(value: string | undefined): boolean {
  return value !== undefined && ['false', '0'].includes(value.toLowerCase());
}

/** Parses the JSON of a parameter. */
export function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(invalidParameter(`Param ${name} must be JSON.`));
  }
}

/** The parameters of a JSON or form body. Nested objects stay JSON text. */
export function paramsOf(type: string, text: string): Record<string, string> {
  if (!type.includes('application/json')) return Object.fromEntries(new URLSearchParams(text));
  const body = parsed('body', text || '{}');
  if (typeof body !== 'object' || body === null)
    throw new Refused(invalidParameter('The body is not a JSON object.'));
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
