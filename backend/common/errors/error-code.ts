/**
 * The `code` of a thrown value, such as `ENOENT`. Does not require `instanceof Error`: in tests, errors of the file
 * system come from another realm.
 */
export function errorCode(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
