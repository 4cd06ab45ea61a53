import { useEffect } from 'react';

/** A dialog whose opener is gone by the time it closes, or that opened unasked, leaves the focus on the content. */
export function useFocusOnClose() {
  useEffect(() => keepFocus, []);
}

function keepFocus() {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  });
}
