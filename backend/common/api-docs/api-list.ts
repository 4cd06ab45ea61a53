import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import type { ListFields } from '../lists/lists';

type Schema = Record<string, unknown>;

const KINDS: Record<ListFields['filter'][string], string> = {
  id: 'an id, or an array of ids',
  text: 'a text, or an array of texts',
  search: 'a text to look for',
  flag: '0 or 1',
  presence: '0 or 1',
  from: 'a date or an instant',
  until: 'a date or an instant, exclusive',
};

/** Describes a list in both dialects, with its sort and filter fields. */
export function ApiList(model: Type, fields: ListFields, { whole }: { whole: boolean }): MethodDecorator {
  const usual = whole
    ? 'Without `page`, `range` and `filter`: all rows as an array.'
    : 'Without `range` and `filter`: the first page.';
  return applyDecorators(
    ApiExtraModels(model),
    ...queries(fields, usual),
    ApiOkResponse({
      description: `An array with \`range\` or \`filter\`, an envelope with \`page\`. ${usual}`,
      headers: {
        'Content-Range': {
          description: 'With `range`: unit first-last/total.',
          schema: { type: 'string', example: 'items 0-24/130' },
        },
      },
      schema: { oneOf: [envelopeOf(model), arrayOf(model)] },
    }),
  );
}

function queries(fields: ListFields, usual: string): MethodDecorator[] {
  const query = (name: string, schema: Schema, description: string) =>
    ApiQuery({ name, required: false, schema, description });
  const sorts = Object.keys(fields.sort);
  const filters = Object.entries(fields.filter).map(([name, kind]) => `\`${name}\` (${KINDS[kind]})`);
  return [
    query('page', { type: 'integer', minimum: 1, example: 1 }, `Answers an envelope. ${usual}`),
    query(
      'per_page',
      { type: 'integer', minimum: 1, maximum: 100, default: 15, example: 15 },
      'Rows of a page.',
    ),
    query(
      'range',
      { type: 'string', example: '[0,24]' },
      'JSON `[first,last]`: answers an array and Content-Range.',
    ),
    query(
      'sort',
      { type: 'string', example: JSON.stringify([sorts[0], 'ASC']) },
      `JSON \`[field,"ASC"]\` or \`[field,"DESC"]\`. Fields: ${sorts.map((name) => `\`${name}\``).join(', ')}.`,
    ),
    query(
      'filter',
      { type: 'string', example: '{"id":[1,2]}' },
      `JSON object. Fields: ${filters.join(', ')}.`,
    ),
    ...(fields.parameters ?? []).map((name) =>
      query(
        name,
        parameterOf(fields.filter[name] ?? 'id', name),
        `As in \`filter\`, with one value (${name.replace('_', ' ')}).`,
      ),
    ),
  ];
}

function parameterOf(kind: ListFields['filter'][string], name: string): Schema {
  if (kind === 'id') return { type: 'integer', minimum: 1, example: 3 };
  if (kind === 'flag' || kind === 'presence') return { type: 'integer', enum: [0, 1], example: 1 };
  return {
    type: 'string',
    example: kind === 'from' || kind === 'until' ? '2026-12-01' : (EXAMPLES[name] ?? 'video'),
  };
}

const EXAMPLES: Record<string, string> = { network: 'facebook', status: 'pending', q: 'menu' };

const arrayOf = (model: Type): Schema => ({ type: 'array', items: { $ref: getSchemaPath(model) } });

function envelopeOf(model: Type): Schema {
  const whole = (example: number) => ({ type: 'integer', example });
  const url = (example: string | null) => ({ type: 'string', nullable: true, example });
  const properties = {
    data: arrayOf(model),
    current_page: whole(1),
    last_page: whole(9),
    per_page: whole(15),
    total: whole(130),
    from: { ...whole(1), nullable: true, description: 'Null on a page without rows.' },
    to: { ...whole(15), nullable: true, description: 'Null on a page without rows.' },
    prev_page_url: url(null),
    next_page_url: url('/api/videos?page=2'),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}
