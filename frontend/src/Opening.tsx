/** While the dashboard comes. The page may have brought the frame of it along, which stands until something is drawn. */
export const Opening = () =>
  document.getElementById('opening') ? null : <p className="opening">Opening your dashboard…</p>;

/** Before the next frame: what is drawn takes the place of what the page brought along, and never stands beside it. */
export function replaceOpening(root: Node): void {
  new MutationObserver((_changes, observer) => {
    if (!root.hasChildNodes()) return;
    document.getElementById('opening')?.remove();
    observer.disconnect();
  }).observe(root, { childList: true });
}
