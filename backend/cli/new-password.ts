import { randomBytes } from 'node:crypto';
import type { Surroundings } from './command';

/** A password from stdin, or a random one, which `show` prints. */
export async function newPassword(
  fromStdin: boolean,
  { readSecret, say }: Surroundings,
): Promise<{ password: string; show: () => void }> {
  if (fromStdin) return { password: await readSecret('New password: '), show: () => undefined };
  const password = randomBytes(12).toString('base64url');
  return { password, show: () => say(`Password: ${password}   (shown once)`) };
}
