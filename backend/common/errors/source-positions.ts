import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname } from 'node:path';

/** A source map takes megabytes: each is read for the first error that needs it, and dropped after this time. */
const KEEP_MS = 60_000;

/** In the build this module lies in one of the bundle's files, which are beside each other with their maps. */
const FOLDER = dirname(__filename);

const POSITION = new RegExp(
  `(${FOLDER.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}[\\\\/]server[-\\w]*\\.js):(\\d+):(\\d+)`,
  'g',
);

const kept = new Map<string, SourceMap | undefined>();

/**
 * A stack trace that names our sources where it named the bundle. Node's own `--enable-source-maps` would read the maps
 * at every start.
 */
export function withSourcePositions(stack: string): string {
  return stack.replaceAll(POSITION, (position, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin
      ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
      : position;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!kept.has(file)) {
    kept.set(file, readMap(file));
    setTimeout(() => kept.delete(file), KEEP_MS).unref();
  }
  return kept.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
