/**
 * The permissions that an account lacks after a check. A check asks only about those that posting needs; what the login
 * dialog told to be refused besides is kept until it is granted.
 *
 * @param before JSON array, as it is stored; null if unknown
 * @param needed those that posting needs and the token lacks; null if they cannot be read
 * @param granted all that the token has; null if they cannot be read
 */
export function stillMissing(
  before: string | null,
  needed: readonly string[] | null,
  granted: readonly string[] | null,
): string[] | null {
  const known = before === null ? [] : (JSON.parse(before) as string[]);
  if (needed === null || granted === null) return known.length > 0 ? known : (needed?.slice() ?? null);
  const others = known.filter((permission) => !granted.includes(permission) && !needed.includes(permission));
  return [...needed, ...others];
}
