import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, tooLarge, unsupportedMedia } from '../errors/errors';
import { excessOf } from './json-complexity';
import { hasBody } from './early-response';
import { readForm } from './form-body';

/** Limit of a JSON body. The largest legitimate one, a batch of 500 posts, takes about 25 KB. */
export const JSON_BYTES = 64 * 1024;
const MANY_POSTS_BYTES = 2 * 1024 ** 2;
/** Calls that describe many posts. */
const OF_MANY_POSTS = /^\/api\/(posts(\/|$)|(videos|instagram\/videos|photos|shared-videos)$)/;

/** Pieces of a resumable upload, and posters: bodies that their calls read as streams. */
const OF_PIECES = '/api/uploads/:id';
const OF_POSTERS = '/api/media/:id/poster';
export const PIECE_TYPE = 'application/offset+octet-stream';

/** Calls that Meta makes. The product's own take JSON, which no form of another site can send. */
const OF_FORMS = /^\/api\/connect\/(deauthorize|data-deletion)$/;

/**
 * Each value costs time to parse, where length alone does not. 64 KB hold fewer values, a thousand posts half of these.
 */
const MOST = { depth: 64, values: 50_000 };

/**
 * Accepts JSON, where an empty body counts as absent, and forms where Meta sends them; leaves multipart a stream for its
 * reader where a call takes it; refuses every other type.
 */
export function limitBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) forgetType(request);
    try {
      done(null, parsed(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
  instance.addContentTypeParser(/^multipart\/form-data/i, (request, body, done) => {
    // Meta's calls refuse it themselves, as they refuse every form without the right field.
    if (request.routeOptions.config.takesMultipart || isOfForms(request)) done(null);
    else refuseUnlessEmpty(request, body, done);
  });
  instance.addContentTypeParser(PIECE_TYPE, (_request, _body, done) => done(null));
  instance.addContentTypeParser('image/jpeg', (request, body, done) => {
    if (request.routeOptions.url === OF_POSTERS) done(null);
    else refuseUnlessEmpty(request, body, done);
  });
  instance.addContentTypeParser('application/x-www-form-urlencoded', (request, body, done) => {
    if (isOfForms(request)) readForm(body, JSON_BYTES, done);
    else refuseUnlessEmpty(request, body, done);
  });
  instance.addContentTypeParser('*', refuseUnlessEmpty);
  // Clients send types of their own with requests that have no body: ra-data-simple-rest deletes with text/plain.
  instance.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request)) forgetType(request);
    done(refusalOfType(request));
  });
  instance.addHook('onRoute', (route) => {
    if (OF_MANY_POSTS.test(route.url)) route.bodyLimit = MANY_POSTS_BYTES;
  });
}

/**
 * Of calls that take JSON or multipart.
 * @returns the object that was sent, an empty one for any other JSON; undefined for multipart, or without a body
 */
export function jsonOf({ body }: FastifyRequest): object | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'object' && body !== null ? body : {};
}

const isOfForms = ({ routeOptions }: FastifyRequest) => OF_FORMS.test(routeOptions.url ?? '');

/** Calls that read the type themselves then know that there is no body. */
function forgetType({ raw }: FastifyRequest): void {
  delete raw.headers['content-type'];
}

/** Of calls that take one type: before a body of another type is parsed. */
function refusalOfType({ method, headers, routeOptions }: FastifyRequest): DomainError | undefined {
  const type = headers['content-type'];
  if (routeOptions.url === OF_PIECES && method === 'PATCH' && type !== undefined && type !== PIECE_TYPE)
    return unsupportedMedia(`Send pieces as ${PIECE_TYPE}.`);
  if (routeOptions.url === OF_POSTERS && type !== undefined && !type.startsWith('image/jpeg'))
    return unsupportedMedia('Send the picture itself, as image/jpeg.');
  return undefined;
}

/** A chunked request turns out to have no body only at its end. */
function refuseUnlessEmpty(
  request: FastifyRequest,
  body: IncomingMessage,
  done: (error: Error | null) => void,
): void {
  const refusal = unsupportedMedia('This call takes JSON (Content-Type: application/json).');
  if (request.headers['transfer-encoding'] === undefined) {
    done(refusal);
    return;
  }
  const settle = (error: Error | null) => {
    body.off('data', refuse).off('end', accept).off('error', settle).pause();
    done(error);
  };
  const refuse = () => settle(refusal);
  const accept = () => {
    forgetType(request);
    settle(null);
  };
  body.on('data', refuse).on('end', accept).on('error', settle);
}

/** @throws DomainError 400 or 413 */
function parsed(text: string): unknown {
  if (text.length === 0) return undefined;
  const excess = excessOf(text, MOST);
  if (excess === 'values') throw tooLarge(`The body holds more than ${MOST.values} values.`);
  if (excess === 'depth') throw badJson(`The body is nested more than ${MOST.depth} levels deep.`);
  try {
    // A reviver costs more than the parsing, so it runs only if the text contains that name, an escape that may hide it,
    // or one of half a character.
    return JSON.parse(text, /__proto__|\\u(?:00|d[89a-f])/i.test(text) ? revive : undefined);
  } catch {
    throw badJson('The body is not valid JSON.');
  }
}

const badJson = (message: string) => new DomainError(400, 'bad_request', message);

/** Databases store half a surrogate pair as another number of characters than was counted. */
function revive(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
}
