import { textOf } from './json';

/** Compares texts of posts, allowing for the network's changes: it trims them and may compose accents. */
export function sameWords(shown: unknown, text: string): boolean {
  const plain = (words: string) => words.normalize('NFC').replace(/\r\n/g, '\n').trim();
  return plain(textOf(shown) ?? '') === plain(text);
}
