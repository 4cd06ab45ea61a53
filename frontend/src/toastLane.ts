/** The line of a screen's heading, with its action at the right: toasts stand in between. */
export const TOAST_LANE = 'toast-lane';
/** What stands at the top of a page. */
export const TOP_BAR = 'top-bar';

const STACK = '.notistack-SnackbarContainer';
const IN_FRONT = '[role=dialog], [role=alertdialog]';
/** Above each toast, by the library. */
const MARGIN_PX = 6;
const GAP_PX = 12;
/** With its distance from the edge. */
const TOAST_PX = 400;
/** An action further down stands below the heading, and not beside it. */
const BESIDE_PX = 40;
const PHONE_PX = 600;

/** Keeps the toasts off the banners, the bar and the action of a screen; returns how to end that. */
export function keepToastsInLane(): () => void {
  place();
  const observer = new ResizeObserver(place);
  const content = document.querySelector('main');
  if (content) observer.observe(content);
  addEventListener('scroll', place, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('scroll', place);
  };
}

function place(): void {
  const stack = document.querySelector<HTMLElement>(STACK);
  if (!stack) return;
  // While something is in front, nothing behind it can be pressed anyway.
  const { top, right } = document.querySelector(IN_FRONT) ? {} : freeSpot();
  stack.style.top = pixels(top);
  stack.style.right = pixels(right);
}

/** In pixels of the window; what is absent is as the library has it. */
function freeSpot(): { top?: number; right?: number } {
  const bar = document.querySelector(`.${TOP_BAR}`)?.getBoundingClientRect();
  const least = bar && bar.right > innerWidth - TOAST_PX ? Math.max(GAP_PX, bar.bottom) : GAP_PX;
  const lane = document.querySelector(`.${TOAST_LANE}`);
  const line = lane?.getBoundingClientRect();
  if (!lane || !line || line.bottom < least) return { top: least };
  const top = Math.max(line.top - MARGIN_PX, least);
  const action = [...lane.querySelectorAll('a, button')]
    .map((control) => control.getBoundingClientRect())
    .find(({ width }) => width > 0);
  const beside = action && action.top - line.top < BESIDE_PX && innerWidth >= PHONE_PX;
  return { top, right: beside ? innerWidth - action.left + GAP_PX : undefined };
}

const pixels = (n: number | undefined) => (n === undefined ? '' : `${n}px`);
