import type { Type } from '@nestjs/common';
import { TransformationType } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage } from 'class-validator';

interface Field {
  name: string;
  transforms: ((given: unknown, of: object) => unknown)[];
  /** For a list of objects: their class, and the maximum number. */
  items?: { type: Type<object>; most: number };
}

const known = new WeakMap<Type<object>, Field[]>();

/**
 * Takes the fields that `type` declares from the input and applies their `@Transform`s. Ignores everything else:
 * class-transformer itself visits every key and value of a foreign body, in time that grows with the square of their
 * number.
 */
export function readFields<T extends object>(type: Type<T>, given: unknown): T {
  const taken = new type();
  if (typeof given !== 'object' || given === null) return taken;
  for (const { name, transforms, items } of fieldsOf(type)) {
    if (!Object.hasOwn(given, name)) {
      if (Reflect.get(taken, name) === undefined) Reflect.deleteProperty(taken, name);
      continue;
    }
    const sent: unknown = Reflect.get(given, name);
    // One item past the limit is enough for the refusal.
    const value =
      items && Array.isArray(sent)
        ? sent.slice(0, items.most + 1).map((item) => readFields(items.type, item))
        : sent;
    Reflect.set(
      taken,
      name,
      transforms.reduce((result, transform) => transform(result, given), value),
    );
  }
  return taken;
}

function fieldsOf(type: Type<object>): Field[] {
  const found = known.get(type) ?? findFields(type);
  known.set(type, found);
  return found;
}

/** A property is a field if class-validator has a rule for it. */
function findFields(type: Type<object>): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  return [...names].map((name) => ({
    name,
    transforms: transformsOf(type, name),
    items: itemsOf(
      type,
      name,
      rules.find((rule) => rule.propertyName === name && rule.name === 'arrayMaxSize')?.constraints,
    ),
  }));
}

function transformsOf(type: Type<object>, name: string): Field['transforms'] {
  const kind = TransformationType.PLAIN_TO_CLASS;
  return defaultMetadataStorage
    .findTransformMetadatas(type, name, kind)
    .map(({ transformFn }) => (value, obj) => {
      const changed: unknown = transformFn({ value, key: name, obj, type: kind, options: {} });
      return changed;
    });
}

function itemsOf(type: Type<object>, name: string, [most]: unknown[] = []): Field['items'] {
  const nested = defaultMetadataStorage.findTypeMetadata(type, name) as unknown as
    { typeFunction(): Type<object> } | undefined;
  if (!nested) return undefined;
  if (typeof most !== 'number') throw new Error(`${type.name}.${name} is a list and needs @ArrayMaxSize`);
  return { type: nested.typeFunction(), most };
}
