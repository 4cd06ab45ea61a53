/**
 * The `code` of what was thrown, `ENOENT` and the like. It does not ask for `instanceof Error`: errors of the file
 * system come from another realm where tests run.
 */
export function errorCode(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
