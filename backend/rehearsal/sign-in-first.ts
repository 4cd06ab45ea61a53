import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors/errors';
import { ErrorFilter } from '../common/errors/error.filter';
import { signInPage } from './rehearsal-page';

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; media-src 'self' blob:; " +
  "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const SAFE = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * A browser sends no token with an address that was typed in. The answer is a page whose script requests the address
 * again with the token of the session, and which asks to sign in if there is none.
 */
@Catch()
export class SignInFirst implements ExceptionFilter {
  private readonly others = new ErrorFilter();

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const accepts = http.getRequest<FastifyRequest>().headers.accept ?? '';
    if (!(thrown instanceof DomainError && thrown.statusCode === 401 && accepts.includes('text/html'))) {
      this.others.catch(thrown, host);
      return;
    }
    const reply = http.getResponse<FastifyReply>();
    void reply
      .status(401)
      .headers({ ...SAFE, 'www-authenticate': 'Bearer' })
      .type('text/html; charset=utf-8')
      .send(signInPage());
  }
}
