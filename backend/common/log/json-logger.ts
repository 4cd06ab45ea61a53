import type { LoggerService } from '@nestjs/common';
import pino, { type Logger, type LoggerOptions } from 'pino';
import { reportOf } from '../errors/error-report';
import { logOutput } from './log-output';
import { withSourcePositions } from '../errors/source-positions';

/** Property names that are hidden in the log, down to the third level of an object. */
const SECRETS = [
  'token',
  'access_token',
  'accessToken',
  'password',
  'password_confirmation',
  'authorization',
  'file_path',
];

const optionsOf = (level: string): LoggerOptions => ({
  level,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  serializers: { err: (thrown: unknown) => reportOf(thrown) },
});

export const makeLogger = (level: string): Logger => pino(optionsOf(level), logOutput());

/** For commands: warnings and errors on stderr, since stdout has the result. */
export const makeErrorLogger = (): Logger => pino(optionsOf('warn'), pino.destination({ fd: 2, sync: true }));

/** Nest's logger, writing lines of JSON. */
export class JsonLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);

  /** Nest calls with (message, …, context), our own code with (object, sentence, context). */
  private write(
    level: 'info' | 'warn' | 'error' | 'fatal' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    // The framework logs each route that it maps, which is of no use to an operator.
    const quiet = level === 'info' && context !== undefined && FRAMEWORK.has(context);
    const target = quiet || isOfStart(level, context) ? 'debug' : level;
    if (typeof message === 'object' && message !== null) {
      const sentence = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      this.pino[target](
        message instanceof Error ? { err: message, context } : { ...message, context },
        sentence,
      );
    } else {
      const stack = typeof rest[0] === 'string' && rest.length > 1 ? rest[0] : undefined;
      this.pino[target]({ context, ...(stack && { stack: withSourcePositions(stack) }) }, String(message));
    }
  }
}

const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Reasons for a failed start. The start itself tells them once, in plain words. */
const isOfStart = (level: string, context = ''): boolean =>
  level === 'error' && ['ExceptionHandler', 'NestApplication'].includes(context);
