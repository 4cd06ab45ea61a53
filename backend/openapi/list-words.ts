import { LISTS } from '../publishing/formats/lists';
import type { Operation } from './operations';

const listAt = (path: string) =>
  LISTS.find((list) => path === `/${list.path}` || path.startsWith(`/${list.path}/`));

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
  // The shared library has nothing for this list.
  if (!library && body && 'content' in body && body.content['multipart/form-data'])
    delete body.content['application/json'];
}

const pascal = (words: string) =>
  words.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
