type Schema = Record<string, unknown>;

/**
 * OpenAPI 3.1 has the schemas of JSON Schema: `nullable` becomes the type "null", `example` one of `examples`.
 * The decorators write those of 3.0, where nothing says that a reference may be null.
 */
export function asJsonSchema(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(asJsonSchema);
  if (typeof given !== 'object' || given === null) return given;
  const { nullable, example, properties, allOf, ...rest } = given as Schema;
  const schema: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, DATA.has(key) ? value : asJsonSchema(value)]),
  );
  // A property may well be called "example" or "nullable".
  if (properties) schema.properties = eachValue(properties as Schema, asJsonSchema);
  // In 3.0 nothing may stand beside a reference, so that a described one is wrapped.
  for (const part of (allOf ?? []) as Schema[]) Object.assign(schema, part);
  if (example !== undefined) schema.examples = [example];
  return nullable === true ? orNull(schema) : schema;
}

const DATA = new Set(['default', 'enum', 'required']);

export const eachValue = (given: Schema, change: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]));

function orNull({ $ref, type, ...rest }: Schema): Schema {
  if ($ref) return { anyOf: [{ $ref }, { type: 'null' }], ...rest };
  const values = rest.enum ? { enum: [...(rest.enum as unknown[]), null] } : {};
  return { type: [type, 'null'], ...rest, ...values };
}
