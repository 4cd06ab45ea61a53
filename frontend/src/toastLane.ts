/** The line of a screen's heading, with its action at the right: toasts stand in between. */
export const TOAST_LANE = 'toast-lane';
/** What stands at the top of a page. */
export const TOP_BAR = 'top-bar';

const STACK = '.notistack-SnackbarContainer';
const IN_FRONT = '[role=dialog], [role=alertdialog]';
const CONTROLS = 'a, button, input, select, textarea, [role=button], [role=combobox]';
/** A field is more than what one types into. */
const FIELD = '.MuiInputBase-root';
/** Of the newest. What is older waits behind them. */
const MOST = 3;
/** Above each toast, by the library. */
const MARGIN_PX = 6;
const GAP_PX = 12;
/** With its distance from the edge. */
const TOAST_PX = 400;
/** Beside the action of a phone's screen there is room for words, or there is none. */
const LEAST_PX = 200;
/** An action further down stands below the heading, and not beside it. */
const BESIDE_PX = 40;
const PHONE_PX = 600;
const EDGE_PX = 16;

let shown = 0;
let stop: (() => void) | undefined;

/** Keeps the toasts off the banners, the bar and the controls of a screen while one is shown; returns how to end that. */
export function keepToastsInLane(): () => void {
  if (shown++ === 0) stop = watch();
  place();
  return () => {
    if (--shown === 0) stop?.();
  };
}

function watch(): () => void {
  const sizes = new ResizeObserver(place);
  // What comes above the heading need not make a short page longer.
  for (const part of document.querySelectorAll('main, main > *')) sizes.observe(part);
  const changes = new MutationObserver(place);
  // Dialogs are beside the app, and toasts in their stack.
  for (const parent of document.querySelectorAll(`body, ${STACK}`))
    changes.observe(parent, { childList: true });
  addEventListener('scroll', place, { passive: true });
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    changes.disconnect();
    removeEventListener('scroll', place);
    removeEventListener('resize', place);
  };
}

function place(): void {
  const stack = document.querySelector<HTMLElement>(STACK);
  if (!stack) return;
  // While something is in front, nothing behind it can be pressed anyway.
  const front = [...document.querySelectorAll(IN_FRONT)].at(-1);
  const { top, right, width, scrolled } = front ? {} : freeSpot();
  stack.style.top = pixels(top);
  stack.style.right = pixels(right);
  stack.style.maxWidth = pixels(width);
  stack.dataset.room = String(scrolled ? 1 : roomOf(stack, front ?? document.body));
}

interface Spot {
  /** In pixels of the window; what is absent is as the library has it. */
  top?: number;
  right?: number;
  width?: number;
  /** What is below moves: how much room there is changes all the time. */
  scrolled?: boolean;
}

function freeSpot(): Spot {
  const bar = document.querySelector(`.${TOP_BAR}`)?.getBoundingClientRect();
  const least = bar && bar.right > innerWidth - TOAST_PX ? Math.max(GAP_PX, bar.bottom) : GAP_PX;
  const lane = document.querySelector(`.${TOAST_LANE}`);
  const line = lane?.getBoundingClientRect();
  if (!lane || !line || line.bottom < least) return { top: least, scrolled: Boolean(line) };
  const top = Math.max(line.top - MARGIN_PX, least);
  const action = [...lane.querySelectorAll('a, button')]
    .map((control) => control.getBoundingClientRect())
    .find(({ width }) => width > 0);
  if (!action || action.top - line.top >= BESIDE_PX) return { top };
  const right = innerWidth - action.left + GAP_PX;
  if (innerWidth >= PHONE_PX) return { top, right };
  const width = innerWidth - right - EDGE_PX;
  return width < LEAST_PX ? { top } : { top, right, width };
}

/** How many of the newest toasts stand there without covering a control of it; one has to. */
function roomOf(stack: HTMLElement, screen: Element): number {
  const { left, right, top } = stack.getBoundingClientRect();
  const below = [...screen.querySelectorAll(CONTROLS)]
    .filter((control) => !stack.contains(control))
    .map((control) => (control.closest(FIELD) ?? control).getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right && left < box.right && box.bottom > top)
    .map((box) => box.top);
  const newest = [...stack.querySelectorAll<HTMLElement>('.toast')].reverse().slice(0, MOST);
  const free = Math.min(...below) - top;
  const ends = newest.map((_toast, n) =>
    newest.slice(0, n + 1).reduce((sum, { offsetHeight }) => sum + offsetHeight + 2 * MARGIN_PX, 0),
  );
  return Math.max(1, ends.filter((end) => end <= free).length);
}

const pixels = (n: number | undefined) => (n === undefined ? '' : `${n}px`);
