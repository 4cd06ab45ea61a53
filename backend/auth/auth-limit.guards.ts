/** These guards count a request before its body is validated: one that is refused as invalid is a try as well. */
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LONGEST_EMAIL, normalizeEmail } from '../users/email';
import { UsersService } from '../users/users.service';
import { accountKey, AuthLimits } from './auth-limits';
import { LONGEST_ATTEMPT } from './auth.dto';

const requestIn = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

const fieldsOf = ({ body }: FastifyRequest): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** Undefined for a value that cannot be an account's address. */
function emailIn(request: FastifyRequest): string | undefined {
  const email = normalizeEmail(fieldsOf(request).email);
  return typeof email === 'string' && email.length <= LONGEST_EMAIL ? email : undefined;
}

@Injectable()
export class RegisterLimit implements CanActivate {
  constructor(private readonly limits: AuthLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.limits.consume('register', requestIn(context).clientAddress);
    return true;
  }
}

@Injectable()
export class LoginLimit implements CanActivate {
  constructor(
    private readonly limits: AuthLimits,
    private readonly users: UsersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestIn(context);
    // Otherwise a caller who is refused anyway would leave a row for each made-up address.
    await this.limits.look([['wrongLoginsOfAddress', request.clientAddress]]);
    await this.limits.consume('login', `${request.clientAddress} ${await this.accountIn(request)}`);
    return true;
  }

  /**
   * Requests that cannot become a wrong login, and so are counted nowhere else, share one row, whether the account exists
   * or not: nobody finds that out by them.
   */
  private async accountIn(request: FastifyRequest): Promise<string> {
    const email = emailIn(request);
    const { password } = fieldsOf(request);
    const isTry = typeof password === 'string' && password.length <= LONGEST_ATTEMPT;
    return email === undefined || !isTry ? 'none' : accountKey(await this.users.idOf(email), email);
  }
}

@Injectable()
export class ResetMailLimit implements CanActivate {
  constructor(
    private readonly limits: AuthLimits,
    private readonly users: UsersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestIn(context);
    await this.limits.consume('resetMailsOfAddress', request.clientAddress);
    const email = emailIn(request);
    if (email !== undefined)
      await this.limits.consume('resetMailsOfAccount', accountKey(await this.users.idOf(email), email));
    return true;
  }
}

@Injectable()
export class ResetLinkLimit implements CanActivate {
  constructor(private readonly limits: AuthLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.limits.consume('resetLinks', requestIn(context).clientAddress);
    return true;
  }
}
