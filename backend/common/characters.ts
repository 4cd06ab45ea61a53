/** In code points, as the databases and the networks count. */
export const charactersIn = (text: string): number => {
  let count = 0;
  for (const _codePoint of text) count++;
  return count;
};
