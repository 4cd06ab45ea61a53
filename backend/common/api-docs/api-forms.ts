import { ApiExtension } from '@nestjs/swagger';

type Schema = Record<string, unknown>;

/** Where `ApiForm` keeps its schema until the document is completed. */
export const FORM_EXTENSION = 'x-form';

/** A multipart body, beside a JSON one if the call has both. */
export const ApiForm = (properties: Record<string, Schema>, required: string[]): MethodDecorator =>
  ApiExtension(FORM_EXTENSION, { type: 'object', properties, required });

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
