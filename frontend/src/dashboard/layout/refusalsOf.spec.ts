import { ApiError } from '../../api';
import { refusalsOf } from './refusalsOf';

jest.mock('../../api', () => ({
  ApiError: class extends Error {
    constructor(
      readonly status: number,
      readonly error: string,
      message: string,
      readonly errors: Record<string, string[]> = {},
    ) {
      super(message);
    }
  },
  isApiError: (error: unknown) => error instanceof Error && 'errors' in error,
  reasonOf: (error: unknown) => (error as Error | null)?.message,
}));

const refused = (errors?: Record<string, string[]>) => new ApiError(422, 'validation', 'See below.', errors);

describe('refusalsOf', () => {
  it('gives each field its sentence, and a hint to those that have none', () => {
    const { at, refusal } = refusalsOf(refused({ name: ['Too long.', 'Taken.'] }), ['name', 'email']);
    expect([at('name', 'Any.'), at('email', 'Any.'), refusal]).toEqual([
      { error: true, helperText: 'Too long.' },
      { error: false, helperText: 'Any.' },
      undefined,
    ]);
  });

  it('leaves no reason out that belongs to none of the fields', () => {
    expect(refusalsOf(refused({ name: ['Too long.'], zone: ['Unknown.'] }), ['name']).refusal).toBe(
      'Unknown.',
    );
    expect(refusalsOf(refused({}), ['name']).refusal).toBe('See below.');
    expect(refusalsOf(null, ['name']).refusal).toBeUndefined();
  });
});
