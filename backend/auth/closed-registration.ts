import type { FastifyInstance } from 'fastify';
import { DomainError } from '../common/errors/errors';

const REGISTER = '/api/auth/register';

/** Refuses before the body is read, so that the answer never depends on it. */
export function closeRegistration(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ method, routeOptions }, _reply, done) => {
    if (method === 'POST' && routeOptions.url === REGISTER) done(registrationClosed());
    else done();
  });
}

const registrationClosed = () =>
  new DomainError(
    403,
    'registration_closed',
    'Nobody can register here. Ask an administrator to add you; you then get a mail.',
  );
