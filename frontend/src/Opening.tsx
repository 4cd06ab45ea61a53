/** Shown while the dashboard loads. The page may already contain the prerendered frame, which stays until React renders. */
export const Opening = () =>
  document.getElementById('opening') ? null : <p className="opening">Opening your dashboard…</p>;

/** Before the next frame, so that the rendered dashboard replaces the prerendered frame and never appears beside it. */
export function replaceOpening(root: Node): void {
  new MutationObserver((_changes, observer) => {
    if (!root.hasChildNodes()) return;
    document.getElementById('opening')?.remove();
    observer.disconnect();
  }).observe(root, { childList: true });
}
