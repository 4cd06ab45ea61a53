import { DomainError, invalid, type FieldErrors } from '../../common/errors/errors';

/** Collects everything that is wrong with a request, so that its sender hears of it at once. */
export class Refusals {
  readonly errors: FieldErrors = {};
  private unfinished?: DomainError;

  get some(): boolean {
    return Object.keys(this.errors).length > 0;
  }

  add(field: string, sentence: string): void {
    const sentences = Object.hasOwn(this.errors, field) ? this.errors[field] : undefined;
    if (!sentences) this.errors[field] = [sentence];
    else if (!sentences.includes(sentence)) sentences.push(sentence);
  }

  /** Of a file whose upload is not complete: with it, nothing could be stored whatever else is wrong. */
  addUnfinished(field: string, refusal: DomainError): void {
    this.add(field, refusal.message);
    this.unfinished ??= refusal;
  }

  /** What `read` returns; if it refuses, its sentence is collected. */
  taken<T>(field: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.add(field, error.message);
      return undefined;
    }
  }

  asError(): DomainError {
    if (!this.unfinished) return invalid(this.errors);
    const { statusCode, code, message } = this.unfinished;
    return new DomainError(statusCode, code, message, { errors: this.errors });
  }
}
