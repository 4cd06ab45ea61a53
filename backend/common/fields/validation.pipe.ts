import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { invalid, type FieldErrors } from '../errors/errors';
import { readFields } from './read-fields';

/** Types without fields: ids, queries and raw bodies have readers of their own. */
const WITHOUT_FIELDS = new Set<unknown>([undefined, Object, Array, String, Number, Boolean]);

const allOptional = new Set<unknown>();

/** For the class of a body that updates something: every field may be absent, and absent ones are left out. */
export const AllOptional = (): ClassDecorator => (type) => void allOptional.add(type);

/** Their names in the API document. */
export const namesOfAllOptional = (): string[] => [...allOptional].map((type) => (type as Type).name);

/**
 * Keeps the declared fields of a body, drops everything else before any code reads it, and names every invalid field.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(given: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || WITHOUT_FIELDS.has(metatype)) return given;
    const body = readFields(metatype as Type<object>, given);
    const problems = await validate(body, {
      forbidUnknownValues: false,
      skipUndefinedProperties: allOptional.has(metatype),
      validationError: { target: false, value: false },
    });
    if (problems.length) throw invalid(fieldErrors(problems));
    return body;
  }
}

function fieldErrors(problems: ValidationError[], path = ''): FieldErrors {
  const found: FieldErrors = {};
  for (const problem of problems) {
    const field = path + problem.property;
    // Decorators run from the bottom up, so the topmost one comes last. It alone is reported: a missing field is not
    // also reported as too long.
    const { nestedValidation, ...others } = problem.constraints ?? {};
    // The rule for the items always comes last, in the library's words. What is no list breaks the list's own too.
    const first = Object.values(others).at(-1) ?? nestedValidation;
    if (first) found[field] = [asSentence(first)];
    if (problem.children?.length) Object.assign(found, fieldErrors(problem.children, `${field}.`));
  }
  return found;
}

/** A sentence may begin with the name of its field. Further on, underscores belong to values that are accepted. */
function asSentence(text: string): string {
  const words = text.replace(/^\w+/, (name) => name.replaceAll('_', ' '));
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}
