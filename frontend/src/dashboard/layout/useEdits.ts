import { useKeptInput } from '../../keptInput';

/**
 * A draft of a record, as a form shows it, and what of it was edited. Only that is sent: the record may be old, and the
 * rest of it changed by others since.
 */
export function useEdits<T extends object>(
  key: string,
  record: T,
): [draft: T, setDraft: (draft: T) => void, edits: Partial<T>] {
  const [edits, setEdits] = useKeptInput<Partial<T>>(key, {});
  const setDraft = (draft: T) => {
    setEdits(differing(draft, record));
  };
  return [{ ...record, ...edits }, setDraft, edits];
}

function differing<T extends object>(draft: T, record: T): Partial<T> {
  const names = Object.keys(record) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => draft[name] !== record[name]).map((name) => [name, draft[name]]),
  ) as Partial<T>;
}
