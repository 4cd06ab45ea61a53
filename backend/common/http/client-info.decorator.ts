import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import './client-address.decorator';

/** The origin of a request, as its user should recognise it. */
export interface ClientInfo {
  /** As limits count it. */
  address: string;
  /** The browser's User-Agent. */
  agent: string | null;
}

const LONGEST_AGENT = 255;

export const clientInfoOf = ({ clientAddress, headers }: FastifyRequest): ClientInfo => ({
  address: clientAddress,
  agent: headers['user-agent']?.slice(0, LONGEST_AGENT) || null,
});

export const FromClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientInfo =>
  clientInfoOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
