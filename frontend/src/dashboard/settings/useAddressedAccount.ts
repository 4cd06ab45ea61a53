import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Its code has loaded by then, or the account is gone. */
const WAIT_MS = 3_000;

/** Brings the card of the account that the address names into view; its code may load only now. */
export function useAddressedAccount(shown: boolean) {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!shown || !/^#account-\d+$/.test(hash)) return;
    const until = performance.now() + WAIT_MS;
    let waits = true;
    const look = () => {
      if (!waits) return;
      const card = document.getElementById(hash.slice(1));
      if (!card) {
        if (performance.now() < until) requestAnimationFrame(look);
        return;
      }
      card.scrollIntoView({ block: 'start' });
      card.focus({ preventScroll: true });
    };
    look();
    return () => {
      waits = false;
    };
  }, [shown, hash, key]);
}
