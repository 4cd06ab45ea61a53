import { useEffect, useRef } from 'react';

/** A screen that goes to another one takes the pressed button away; the focus then moves to the new content. */
export function useFocusOnScreen(pathname: string) {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}
