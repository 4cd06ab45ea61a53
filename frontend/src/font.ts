import { FONT_KEY } from './keys';

/** Time until the first script runs. On a connection this slow the font would delay the app by a second. */
const SLOW_MS = 600;
/** After the app has loaded and the first screen is shown. */
const QUIET_MS = 5_000;

/** On a slow connection the first visit keeps the system font, since a late font swap shifts the layout. */
export function chooseFont(): void {
  const isSlow = performance.now() > SLOW_MS;
  if (isSlow && localStorage.getItem(FONT_KEY) === null) document.documentElement.dataset.font = 'later';
}

/** Fetches the font for the next visit. @returns a function that cancels it. */
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
