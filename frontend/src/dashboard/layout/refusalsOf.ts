import { isApiError, reasonOf } from '../../api';

/** What the server said of a form: its sentence for each of the form's fields, and whatever belongs to none of them. */
export function refusalsOf<Field extends string>(error: unknown, fields: readonly Field[]) {
  const errors: Record<string, string[]> = isApiError(error) ? error.errors : {};
  const isOurs = (field: string) => (fields as readonly string[]).includes(field);
  const others = Object.entries(errors).flatMap(([field, sentences]) => (isOurs(field) ? [] : sentences));
  return {
    /** For beside the button; undefined where the fields say it all. */
    refusal: Object.keys(errors).length === 0 ? reasonOf(error) : others[0],
    /** What a TextField shows: the server's sentence, or else the hint. */
    at(field: Field, hint?: string) {
      const sentence = errors[field]?.[0];
      return { error: Boolean(sentence), helperText: sentence ?? hint };
    },
  };
}
