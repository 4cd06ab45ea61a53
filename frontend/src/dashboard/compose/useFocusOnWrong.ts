import { useEffect, useRef } from 'react';

/** What the server refused is looked for at once, by whoever sees it and by whoever does not. */
export function useFocusOnWrong(form: React.RefObject<HTMLElement | null>, wrong: Record<string, string>) {
  const before = useRef(wrong);
  useEffect(() => {
    const isMore = Object.keys(wrong).length > Object.keys(before.current).length;
    before.current = wrong;
    if (isMore) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong]')?.focus();
  }, [form, wrong]);
}
