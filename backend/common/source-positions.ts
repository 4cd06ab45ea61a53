import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** The source map takes 13 MB: it is read for the first error, and dropped after this time. */
const KEEP_MS = 60_000;

/** In the build this module is part of the bundle. Without a bundle there is no map beside it. */
const BUNDLE = __filename;

const POSITION = new RegExp(`${BUNDLE.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}:(\\d+):(\\d+)`, 'g');

let kept: SourceMap | undefined;

/**
 * A stack trace that names our sources where it named the bundle. Node's own `--enable-source-maps` would read the map
 * at every start.
 */
export function withSourcePositions(stack: string): string {
  if (!stack.includes(`${BUNDLE}:`)) return stack;
  const map = (kept ??= readMap());
  if (!map) return stack;
  return stack.replaceAll(POSITION, (position, line: string, column: string) => {
    const origin = map.findOrigin(Number(line), Number(column));
    return 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : position;
  });
}

function readMap(): SourceMap | undefined {
  let payload: SourceMapPayload;
  try {
    payload = JSON.parse(readFileSync(`${BUNDLE}.map`, 'utf8')) as SourceMapPayload;
  } catch {
    return undefined;
  }
  setTimeout(() => (kept = undefined), KEEP_MS).unref();
  return new SourceMap(payload);
}
