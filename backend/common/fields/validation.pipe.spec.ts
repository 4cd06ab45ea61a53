import { Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { DomainError } from '../errors/errors';
import { IfSent } from './if-sent';
import { AllOptional, ValidationPipe } from './validation.pipe';

class Item {
  @IsInt({ message: 'id is a number.' }) id: number;
}

class Base {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @IsString({ message: 'Enter a name.' })
  name: string;
}

class Body extends Base {
  @IsOptional()
  @IsArray({ message: 'items is a list.' })
  @ArrayMaxSize(3, { message: 'At most 3.' })
  @ValidateNested({ each: true })
  @Type(() => Item)
  items?: Item[];

  @Allow() start?: unknown;

  @IfSent()
  @IsIn(['set_times', 'move'], { message: 'bulk_action is one of set_times, move.' })
  bulk_action?: string;
}

@AllOptional()
class Change extends Body {}

const read = (given: unknown, metatype: any = Body, type: 'body' | 'query' = 'body'): Promise<any> =>
  new ValidationPipe().transform(given, { type, metatype });
const errorsOf = (given: unknown, metatype?: any) =>
  read(given, metatype).then(
    () => undefined,
    (error: unknown) => (error as DomainError).more.errors,
  );

it('keeps the declared fields, transformed, and nothing else', async () => {
  const given = { name: ' a ', items: [{ id: 1, is_admin: 1 }], is_admin: 1, start: { any: 'thing' } };
  const body = await read(given);
  expect(body).toBeInstanceOf(Body);
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    name: 'a',
    items: [{ id: 1 }],
    start: { any: 'thing' },
  });
});

it('requires missing fields, but none in an update', async () => {
  expect(await errorsOf({})).toEqual({ name: ['Enter a name.'] });
  expect(await errorsOf({}, Change)).toBeUndefined();
  expect(await errorsOf({ name: null }, Change)).toEqual({ name: ['Enter a name.'] });
  expect(await read({}, Change)).toEqual({});
});

it.each([null, undefined, 'text', 7, [], [{ name: 'a' }], { __proto__: { name: 'a' } }])(
  'finds no field in %j',
  async (given) => expect(await errorsOf(given)).toEqual({ name: ['Enter a name.'] }),
);

it('names the fields of items, and validates at most one item past the limit', async () => {
  expect(await errorsOf({ name: 'a', items: [{ id: 'x' }, null] })).toEqual({
    'items.0.id': ['Id is a number.'],
    'items.1.id': ['Id is a number.'],
  });
  const many = Array.from({ length: 20_000 }, () => ({}));
  expect(Object.keys((await errorsOf({ name: 'a', items: many })) ?? {})).toHaveLength(5);
});

it('says what the list says of what is no list', async () => {
  for (const items of ['x', 7, true, {}])
    expect(await errorsOf({ name: 'a', items })).toEqual({ items: ['Items is a list.'] });
});

it('writes the name of a field as words, and values as they are sent', async () => {
  expect(await errorsOf({ name: 'a', bulk_action: 'nope' })).toEqual({
    bulk_action: ['Bulk action is one of set_times, move.'],
  });
});

it('passes queries and raw bodies through unchanged', async () => {
  const raw = { any: 'thing' };
  expect(await read(raw, Object)).toBe(raw);
  expect(await read(raw, Body, 'query')).toBe(raw);
});

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 1]));
const deep = (levels: number) => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = { name: value };
  return value;
};

it.each<[string, unknown]>([
  ['120,000 keys', keys(120_000)],
  ['120,000 keys in a field', { name: keys(120_000) }],
  ['120,000 keys in an item', { name: 'a', items: [keys(120_000)] }],
  ['a hundred thousand levels', deep(100_000)],
  ['a list of a million in the place of a text', { name: Array.from({ length: 1_000_000 }, () => 0) }],
])('reads a hostile body within 100 ms: %s', async (_, given) => {
  const before = process.cpuUsage();
  await errorsOf(given);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});
