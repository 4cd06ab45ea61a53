import { nearestFree, touch, type Box } from './nearestFree';

/** The line of a screen's heading and action; toasts appear between them. */
export const TOAST_LANE = 'toast-lane';
/** Fixed at the top of a page. */
export const TOP_BAR = 'top-bar';

const STACK = '.notistack-SnackbarContainer';
const IN_FRONT = '[role=dialog], [role=alertdialog]';
const CONTROLS = 'a, button, input, select, textarea, [role=button], [role=combobox]';
/** Bars with actions at the bottom of the window. */
const BARS = '.thumb-action, .selection-bar';
/** The whole field, not only its input. */
const FIELD = '.MuiInputBase-root';
/** Toasts shown; older ones wait behind them. */
const MOST = 3;
/** The library's margin above each toast. */
const MARGIN_PX = 6;
const GAP_PX = 12;
/** Including its distance from the edge. */
const TOAST_PX = 400;
/** Minimum width beside the action on a phone. */
const LEAST_PX = 200;
/** Further down, an action is below the heading, not beside it. */
const BESIDE_PX = 40;
const PHONE_PX = 600;
const EDGE_PX = 16;
/** Margin around a control. */
const CLEAR_PX = 4;
/** Visible part of older toasts below the newest. */
const DECK_PX = 8;
/** Pause after scrolling before toasts are repositioned. */
const RESTS_MS = 120;

let shown = 0;
let stop: (() => void) | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Keeps toasts off the banners, bars and controls while one is shown. @returns a function that stops it. */
export function keepToastsInLane(): () => void {
  if (shown++ === 0) stop = watch();
  place();
  return () => {
    if (--shown === 0) stop?.();
  };
}

function watch(): () => void {
  const sizes = new ResizeObserver(place);
  // Content above the heading may move it without resizing the page.
  for (const part of document.querySelectorAll('main, main > *')) sizes.observe(part);
  const changes = new MutationObserver(place);
  // Dialogs and toasts render outside the app's root.
  for (const parent of document.querySelectorAll(`body, ${STACK}`))
    changes.observe(parent, { childList: true });
  addEventListener('scroll', follow, { passive: true });
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    changes.disconnect();
    clearTimeout(resting);
    removeEventListener('scroll', follow);
    removeEventListener('resize', place);
  };
}

/** Follows the heading's line; once it is out of view, waits until scrolling stops. */
function follow(): void {
  const stack = document.querySelector<HTMLElement>(STACK);
  if (!stack) return;
  const spot = laneSpot();
  if (spot.scrolled) stack.dataset.room = '1';
  else if (!inFront()) stand(stack, spot);
  clearTimeout(resting);
  resting = setTimeout(place, RESTS_MS);
}

/** Behind a dialog no control can be pressed. */
const inFront = () => [...document.querySelectorAll(IN_FRONT)].at(-1);

function place(): void {
  const stack = document.querySelector<HTMLElement>(STACK);
  if (!stack) return;
  const front = inFront();
  const spot = front ? {} : laneSpot();
  stand(stack, spot);
  const controls = controlsOf(front ?? document.body, stack);
  const free = spotBetween(stack, controls);
  if (free) stand(stack, free);
  stack.dataset.room = String(free || spot.scrolled ? 1 : roomOf(stack, controls));
}

function stand(stack: HTMLElement, { top, right, width }: Spot): void {
  stack.style.top = pixels(top);
  stack.style.right = pixels(right);
  stack.style.maxWidth = pixels(width);
}

interface Spot {
  /** In window pixels; absent: the library's default. */
  top?: number;
  right?: number;
  width?: number;
  /** Content below may move, so the room changes constantly. */
  scrolled?: boolean;
}

function laneSpot(): Spot {
  const least = leastTop();
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

function leastTop(): number {
  const bar = document.querySelector(`.${TOP_BAR}`)?.getBoundingClientRect();
  return bar && bar.right > innerWidth - TOAST_PX ? Math.max(GAP_PX, bar.bottom) : GAP_PX;
}

/** A position where the newest toast covers no control, if it does now and there is one. */
function spotBetween(stack: HTMLElement, controls: Box[]): Spot | undefined {
  const others = controls.map(({ left, top, right, bottom }) => ({
    left: left - CLEAR_PX,
    top: top - CLEAR_PX,
    right: right + CLEAR_PX,
    bottom: bottom + CLEAR_PX,
  }));
  if (!others.some((other) => touch(other, newestOf(stack)))) return undefined;
  // Toasts are narrowed only in the heading's line.
  stand(stack, { top: Math.max(stack.getBoundingClientRect().top, leastTop()) });
  const wanted = newestOf(stack);
  const place = nearestFree(wanted, others, {
    left: document.querySelector('main')?.getBoundingClientRect().left ?? 0,
    top: leastTop(),
    right: wanted.right,
    bottom: innerHeight,
  });
  return place && { top: place.top, right: innerWidth - place.right };
}

/** Including its margin, and what is seen of older ones below it. */
function newestOf(stack: HTMLElement): Box {
  const { left, right, top } = stack.getBoundingClientRect();
  const toasts = [...stack.querySelectorAll<HTMLElement>('.toast')];
  const height = toasts.at(-1)?.offsetHeight ?? 0;
  const deck = toasts.length > 1 ? DECK_PX : 0;
  return { left, right, top, bottom: top + height + MARGIN_PX + deck };
}

const controlsOf = (screen: Element, stack: Element): Box[] =>
  [...screen.querySelectorAll(`${CONTROLS}, ${BARS}`)]
    .filter((control) => !stack.contains(control))
    .map((control) => (control.closest(FIELD) ?? control).getBoundingClientRect())
    .filter((box) => box.width > 0);

/** How many of the newest toasts fit without covering a control, at least one. */
function roomOf(stack: HTMLElement, controls: Box[]): number {
  const { left, right, top } = stack.getBoundingClientRect();
  const below = controls
    .filter((box) => box.left < right && left < box.right && box.bottom > top)
    .map((box) => box.top);
  const newest = [...stack.querySelectorAll<HTMLElement>('.toast')].reverse().slice(0, MOST);
  const free = Math.min(...below) - top;
  const ends = newest.map((_toast, n) =>
    newest.slice(0, n + 1).reduce((sum, { offsetHeight }) => sum + offsetHeight + 2 * MARGIN_PX, 0),
  );
  return Math.max(1, ends.filter((end) => end <= free).length);
}

const pixels = (n: number | undefined) => (n === undefined ? '' : `${n}px`);
