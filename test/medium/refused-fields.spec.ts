import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { DomainError } from '../../backend/common/errors/errors';
import { ValidationPipe } from '../../backend/common/fields/validation.pipe';

const BACKEND = join(__dirname, '../../backend');
/** How class-validator puts it where a rule has no sentence of its own. */
const LIBRARY = /\b(must|should)\b|nested property|unknown value/i;
const SINGLE = ['x', ' ', 'x'.repeat(70_000), -1, 1.5, 1e15, true, null, {}];
const VALUES = [undefined, ...SINGLE, ...SINGLE.map((value) => [value]), Array(600).fill({})];

/** The classes of all bodies, and of the items in them, which no file exports. */
async function bodies(): Promise<Type<object>[]> {
  for (const file of readdirSync(BACKEND, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.dto.ts')) await import(join(BACKEND, file));
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: Map<Type<object>, unknown>;
  };
  return [...validationMetadatas.keys()];
}

const fieldsOf = (type: Type<object>) =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .map(({ propertyName }) => propertyName),
  );

const refusalOf = (type: Type<object>, body: object) =>
  new ValidationPipe().transform(body, { type: 'body', metatype: type }).then(
    () => [],
    (error: unknown) =>
      error instanceof DomainError ? Object.values(error.more.errors ?? {}).flat() : [error],
  );

it('refuses every field of every body in our words', async () => {
  const told = new Set<string>();
  for (const type of await bodies())
    for (const field of fieldsOf(type))
      for (const value of VALUES)
        for (const sentence of await refusalOf(type, { [field]: value }))
          told.add(`${type.name}.${field}: ${String(sentence)}`);
  expect(told.size).toBeGreaterThan(100);
  expect([...told].filter((each) => LIBRARY.test(each))).toEqual([]);
});
