const LATEST_MS = 3000;

/** After load and when idle; Safari has no requestIdleCallback. */
export function whenIdle(run: () => void) {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST_MS });
    else setTimeout(run, LATEST_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
