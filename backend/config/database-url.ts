import { isIP } from 'node:net';

/** Where a MySQL server is, and as whom the product signs in. */
export interface MysqlServer {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  username?: string;
  password?: string;
  database: string;
  /** All is encrypted, and the server shows a certificate that Node trusts and that bears the name of the host. */
  tls: boolean;
}

export const MYSQL_FORM =
  'mysql://user:pass@host:3306/db or mariadb://user:pass@host:3306/db, with ?tls=true at the end for TLS';

/** @throws Error that says what the address must be; never its value, which has a password in it */
export function mysqlServerOf(address: string): MysqlServer {
  const url = /^(mysql|mariadb):\/\//.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.hostname || url.hash || !/^\/[^/]+$/.test(url.pathname)) throw new Error(MYSQL_FORM);
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
  if (parameters.length > 1 || parameters.some((each) => each !== 'tls=true'))
    throw new Error('an address with no other parameter than tls=true');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // For an IP address the driver checks the certificate against `localhost`.
  if (parameters.length > 0 && isIP(host))
    throw new Error('an address with a host name if tls=true, because the certificate is checked against it');
  const [username, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  return {
    host,
    port: Number(url.port) || 3306,
    ...(username && { username }),
    ...(password && { password }),
    database: database ?? '',
    tls: parameters.length > 0,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('an address with %25 for each % in the user, the password and the database');
  }
}
