import { errorCode } from './error-code';
import { withSourcePositions } from './source-positions';

/** The parts of an error that are logged. */
export interface ErrorReport {
  type: string;
  code?: string;
  message?: string;
  stack?: string;
  cause?: ErrorReport;
  errors?: ErrorReport[];
}

const DEEPEST = 3;
const MOST_ERRORS = 5;
const LONGEST_MESSAGE = 500;
/** A stack line as V8 writes it. Anything else in a stack is the message, which may quote values. */
const FRAME = /^ {4}at (?:[\w$.<>[\]# ]+ )?\(?(?:(?:file|node|async|webpack):|[/\w]|<anonymous>|native).*$/;

/**
 * Type, code, message and stack only: a driver's error carries its statement and parameters, including password hashes
 * and addresses, and its message quotes values.
 */
export function reportOf(thrown: unknown, depth = 0): ErrorReport {
  if (!isError(thrown)) return { type: thrown === null ? 'null' : typeof thrown };
  const { name, message, stack, cause, errors } = thrown;
  const code = errorCode(thrown);
  const goesOn = depth < DEEPEST;
  return {
    type: typeof name === 'string' ? name : 'Error',
    ...(code !== undefined && { code }),
    message: withoutValues(thrown, String(message)).slice(0, LONGEST_MESSAGE),
    ...(typeof stack === 'string' && { stack: framesOf(stack, String(message)) }),
    ...(goesOn && cause !== undefined && { cause: reportOf(cause, depth + 1) }),
    ...(goesOn &&
      Array.isArray(errors) && {
        errors: errors.slice(0, MOST_ERRORS).map((each) => reportOf(each, depth + 1)),
      }),
  };
}

type ErrorLike = Record<'name' | 'message' | 'stack' | 'cause' | 'errors', unknown>;

/** No `instanceof`: in tests, errors of the file system come from another realm. */
const isError = (thrown: unknown): thrown is ErrorLike =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'stack' in thrown;

/** Drivers and parsers quote their input, and do not escape the quotes in it. */
function withoutValues(error: object, message: string): string {
  const quotes = ['query', 'sql', 'sqlMessage', 'sqlState', 'driverError'].some((name) => name in error);
  const ofDriver = quotes || /^(ER_|SQLITE_)/.test(errorCode(error) ?? '') || error instanceof SyntaxError;
  return ofDriver ? message.replace(/'[^]*'|"[^]*"/g, '…').replaceAll(/\s+/g, ' ') : message;
}

function framesOf(stack: string, message: string): string {
  return withSourcePositions(message ? stack.replace(message, () => '') : stack)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
}
