import { FONT_KEY } from './keys';

/** From the start of the page to the first script of it: on a line this slow the font takes a second from the app. */
const SLOW_MS = 600;
/** After the app has come: by then the first screen stands. */
const QUIET_MS = 5_000;

/** On a slow line the first visit keeps the system's font: a page that jumps is worse than a plainer one. */
export function chooseFont(): void {
  const isSlow = performance.now() > SLOW_MS;
  if (isSlow && localStorage.getItem(FONT_KEY) === null) document.documentElement.dataset.font = 'later';
}

/** Lets the next visit have it at once. @returns what gives it up. */
export function fetchFontLater(): () => void {
  const timer = setTimeout(() => {
    document.fonts
      .load("1em 'Inter Variable'")
      .then(([face]) => {
        if (face) localStorage.setItem(FONT_KEY, '1');
      })
      .catch(() => undefined);
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
  };
}
