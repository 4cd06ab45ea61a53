import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'pagecast_connect';

/** Longer than the dialog may take, so that somebody who comes back too late is told so. */
const LIFE_S = 3600;

/** More with one name come from elsewhere: a browser keeps one for each path. */
const MOST = 4;

/** Binds the dialog to this browser. Lax: the cookie has to come along when the dialog sends the browser back. */
export function setCookie(reply: FastifyReply, value: string, isSecure: boolean): void {
  const parts = [`${NAME}=${value}`, 'Path=/api/connect', `Max-Age=${LIFE_S}`, 'HttpOnly', 'SameSite=Lax'];
  void reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}

/** The values that may be ours. */
export function cookiesOf({ headers }: FastifyRequest): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${NAME}=`))
    .map((each) => each.slice(NAME.length + 1))
    .filter((value) => /^[\w-]{43}$/.test(value))
    .slice(0, MOST);
}
