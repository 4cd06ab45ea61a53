import { plural } from '../../../format';
import type { Schemas } from '../../../types';
import { TEXTS } from './texts';

type Warning = Schemas['WarningView'];

/** The warnings as they are read beside what was done: a sentence for each kind, whatever their number. */
export function notesOf(warnings: Warning[]): string[] {
  const codes = new Map<Warning['code'], Warning[]>();
  for (const warning of warnings) codes.set(warning.code, [...(codes.get(warning.code) ?? []), warning]);
  return [...codes].map(([code, alike]) => {
    const [first] = alike as [Warning];
    if (alike.length === 1) return first.message;
    return TEXTS.several[code](plural(alike.length, first.item_id === null ? 'account' : 'post'));
  });
}
