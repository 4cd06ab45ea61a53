import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { invalid, type FieldErrors } from './errors';

class BodyPipe extends ValidationPipe {
  /** Ids and queries are read by their own readers: here `1e1` would become the id 10. */
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** Whitelists what a call takes, drops the rest, and names every field that is wrong. */
export const validationPipe = () =>
  new BodyPipe({
    whitelist: true,
    transform: true,
    forbidUnknownValues: false,
    stopAtFirstError: false,
    validationError: { target: false, value: false },
    exceptionFactory: (problems: ValidationError[]) => invalid(fieldErrors(problems)),
  });

function fieldErrors(problems: ValidationError[], path = ''): FieldErrors {
  const found: FieldErrors = {};
  for (const problem of problems) {
    const field = path + problem.property;
    // Decorators run from the bottom up, so the first that was written stands last; a field that is missing need not
    // hear that it is too long as well.
    const first = Object.values(problem.constraints ?? {}).at(-1);
    if (first) found[field] = [asSentence(first)];
    if (problem.children?.length) Object.assign(found, fieldErrors(problem.children, `${field}.`));
  }
  return found;
}

function asSentence(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}
