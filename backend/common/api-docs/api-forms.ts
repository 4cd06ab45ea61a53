import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesMultipart?: boolean;
  }
}

type Schema = Record<string, unknown>;

/** Where `ApiForm` keeps its schema until the document is completed. */
export const FORM_EXTENSION = 'x-form';

/** A multipart body, beside a JSON one if the call has both. Calls without this refuse one. */
export const ApiForm = (properties: Record<string, Schema>, required: string[]): MethodDecorator =>
  applyDecorators(
    ApiExtension(FORM_EXTENSION, { type: 'object', properties, required }),
    RouteConfig({ takesMultipart: true }),
  );

export const FILE: Schema = { type: 'string', format: 'binary' };

export const files = (description: string, most: number): Schema => ({
  type: 'array',
  items: FILE,
  maxItems: most,
  description,
});

export const texts = (description: string, example: string): Schema => ({
  type: 'array',
  items: { type: 'string' },
  description,
  example: [example],
});
