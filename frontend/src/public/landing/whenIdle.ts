const LATEST_MS = 3000;

/** After everything of the page has come and nothing is left to do; Safari has no word for the latter. */
export function whenIdle(run: () => void) {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, LATEST_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
