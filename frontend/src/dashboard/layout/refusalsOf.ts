import { isApiError, reasonOf } from '../../api';

/** Splits the server's messages into those of the form's fields and the rest. */
export function refusalsOf<Field extends string>(error: unknown, fields: readonly Field[]) {
  const errors: Record<string, string[]> = isApiError(error) ? error.errors : {};
  const isOurs = (field: string) => (fields as readonly string[]).includes(field);
  const others = Object.entries(errors).flatMap(([field, sentences]) => (isOurs(field) ? [] : sentences));
  return {
    /** Shown beside the button; undefined if the fields show everything. */
    refusal: Object.keys(errors).length === 0 ? reasonOf(error) : others[0],
    /** TextField props: the server's message, or else the hint. */
    at(field: Field, hint?: string) {
      const sentence = errors[field]?.[0];
      return { error: Boolean(sentence), helperText: sentence ?? hint };
    },
  };
}
