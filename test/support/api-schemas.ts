import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { document, type Operation } from './api-document';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
// A part of a form, whose bytes no schema can judge.
ajv.addFormat('binary', true);
ajv.addSchema(closed(document), 'api');

/** How an answer differs from its schema. What is not described counts. */
export function problemsOf({ path, method }: Operation, status: number, answer: unknown): string[] {
  const keys = ['paths', path.slice('/api'.length), method.toLowerCase(), 'responses', String(status)];
  const pointer = [...keys, 'content', 'application/json', 'schema'].map(escaped).join('/');
  return problems({ $ref: `api#/${pointer}` }, answer);
}

/** How a value differs from a schema of the document. */
export function problems(schema: object, value: unknown): string[] {
  const local = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"api#/components/');
  const validate = ajv.compile(JSON.parse(local) as object);
  return validate(value) ? [] : (validate.errors ?? []).map(sentence);
}

const escaped = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

const sentence = ({ instancePath, message = '', params }: ErrorObject) =>
  `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`;

/** The same with no room for fields that are not described. */
function closed(part: any): any {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isOpen = copy.type === 'object' && copy.properties && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
