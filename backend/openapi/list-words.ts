import { LISTS } from '../publishing/formats/lists';
import type { Operation } from './operations';

/** The posts of all lists. */
const ALL = {
  path: 'posts',
  name: 'post',
  nouns: { one: 'post', many: 'posts' },
  collection: 'posts',
  library: true,
};

const listAt = (path: string) =>
  [ALL, ...LISTS].find((list) => path === `/${list.path}` || path.startsWith(`/${list.path}/`));

/** The lists share their calls, and with them their texts: `{post}` becomes "Instagram video" in one of them. */
export function nameList(path: string, operation: Operation): void {
  const list = listAt(path);
  if (!list) return;
  const { name: one, nouns, collection, library } = list;
  const many = one.replace(nouns.one, nouns.many);
  const words = { post: one, posts: many, Post: pascal(one), Posts: pascal(many), collection };
  const text = JSON.stringify(operation).replaceAll(
    /\{(post|posts|Post|Posts|collection)\}/g,
    (_, word: keyof typeof words) => words[word],
  );
  Object.assign(operation, JSON.parse(text));
  const body = operation.requestBody;
  // The shared library has nothing for this list, so one way is left.
  const json = body && 'content' in body ? body.content['application/json'] : undefined;
  if (!library && json?.schema && 'oneOf' in json.schema)
    json.schema = json.schema.oneOf?.find((each) => !JSON.stringify(each).includes('LibraryPicks'));
}

const pascal = (words: string) =>
  words.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
