import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from 'playwright-core';
import type { Look, Visit } from './browser';
import type { Dashboard } from './dashboard';
import { eventually, type Client } from '../client';
import { fixture } from '../media';
import { settled } from './screens';
import { toasted } from './toasts';

const PATHS = { video: '/api/videos', instagram_video: '/api/instagram/videos', photo: '/api/photos' };
export type Kind = keyof typeof PATHS;

export interface Item {
  kind: Kind;
  id: number;
  title: string;
  status: string;
  scheduled_for: string | null;
}

/** Uploads an item; `time` is 'YYYY-MM-DD HH:mm:00' on the wall clock of the user's zone. */
export async function add(user: Client, title: string, time = '', kind: Kind = 'video'): Promise<Item> {
  const [collection, file] = kind === 'photo' ? ['photos', 'photo.jpg'] : ['videos', 'portrait.mp4'];
  const form = new FormData();
  form.append(`${collection}[]`, new Blob([new Uint8Array(await readFile(fixture(file)))]), file);
  form.append('titles[]', title);
  form.append('scheduled_for[]', time);
  const { status, body } = await user.post(PATHS[kind], form);
  if (status !== 201) throw new Error(`${title} was not taken: ${JSON.stringify(body)}`);
  return { ...body[collection][0], kind };
}

export const stored = async (user: Client, { kind, id }: Item): Promise<Item> =>
  (await user.get(`${PATHS[kind]}/${id}`)).body;

interface OpenOptions {
  width?: number;
  height?: number;
  /** Of the browser, which is not the user's. */
  timezoneId?: string;
  /** Nothing fades in: what does has other contrasts on its way. */
  reducedMotion?: Look['reducedMotion'];
  /** What the browser takes for now. */
  now?: string;
}

/** The screen of the calendar, as a person uses it. */
export class CalendarPage {
  readonly plan: Locator;
  readonly tray: Locator;

  private constructor(
    private readonly guest: Visit,
    /** The addresses of all that was fetched. */
    readonly fetched: string[],
    private readonly unanswered: Set<Request>,
  ) {
    this.plan = guest.page.getByRole('region', { name: 'Plan' });
    this.tray = guest.page.getByRole('region', { name: /^Unscheduled/ });
  }

  static async open(ui: Dashboard, user: Client, more: OpenOptions = {}): Promise<CalendarPage> {
    const guest = await ui.visitAs(user, { height: 1300, timezoneId: 'Asia/Tokyo', ...more });
    if (more.now) await guest.page.clock.setFixedTime(more.now);
    const fetched: string[] = [];
    const unanswered = new Set<Request>();
    guest.page.on('request', (request) => {
      fetched.push(request.url());
      if (!request.url().endsWith('/api/events')) unanswered.add(request);
    });
    guest.page.on('response', (response) => unanswered.delete(response.request()));
    guest.page.on('requestfailed', (request) => unanswered.delete(request));
    await guest.page.goto('/dashboard/calendar');
    await settled(guest.page);
    return new CalendarPage(guest, fetched, unanswered);
  }

  get page(): Page {
    return this.guest.page;
  }

  get complaints(): string[] {
    return this.guest.complaints;
  }

  close = () => this.guest.context.close();

  async show(view: 'Month' | 'Week' | 'Agenda'): Promise<void> {
    await this.page.getByRole('button', { name: view, exact: true }).click();
    await settled(this.page);
  }

  /** An item or a ghost of the plan. */
  entry = (title: string) => this.plan.getByRole('button', { name: title });

  /** The cell of 'YYYY-MM-DD' in month or week. */
  day = (date: string) => this.plan.locator(`[role=gridcell][data-date="${date}"]`);

  waiting = (title: string) => this.tray.getByRole('listitem').filter({ hasText: title });

  dialog = (name: string) => this.page.getByRole('dialog', { name });

  toast = (text: string | RegExp) => toasted(this.page, text);

  /** With the mouse, from the middle of one thing to the middle of another, or first over a third. */
  async drag(what: Locator, to: Locator, over = to): Promise<void> {
    const [from, target, first] = await this.restingPlaces(what, to, over);
    await this.dragThrough(from, first, target);
  }

  /** While an answer is awaited, on a screen that rests. */
  async dragMeanwhile(what: Locator, to: Locator): Promise<void> {
    await this.dragThrough(await middleOf(what), await middleOf(to));
  }

  /** A drag that does not let go. */
  async hold(what: Locator, to: Locator): Promise<void> {
    const [from, target] = await this.restingPlaces(what, to);
    await this.holdThrough(from, target);
  }

  private async dragThrough(from: Point, ...way: Point[]): Promise<void> {
    await this.holdThrough(from, ...way);
    await this.page.mouse.up();
  }

  private async holdThrough(from: Point, ...way: Point[]): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 8, from.y + 8, { steps: 4 });
    for (const { x, y } of way) await mouse.move(x, y, { steps: 12 });
  }

  /** Where these stand when all is answered: what comes meanwhile, as a banner does, pushes them elsewhere. */
  private async restingPlaces<T extends Locator[]>(...things: T): Promise<{ [K in keyof T]: Point }> {
    const isQuiet = () => this.unanswered.size === 0;
    let before = '';
    const { places } = await eventually(
      async () => {
        const wasQuiet = isQuiet();
        for (const thing of things) await thing.scrollIntoViewIfNeeded();
        const places: Point[] = [];
        for (const thing of things) places.push(await middleOf(thing));
        const drawn = JSON.stringify(places);
        const rests = drawn === before && isQuiet();
        // What was answered during a look is not drawn yet: another whole one has to follow.
        before = wasQuiet && isQuiet() ? drawn : '';
        return { places, rests };
      },
      ({ rests }) => rests,
      30_000,
    );
    return places as { [K in keyof T]: Point };
  }
}

interface Point {
  x: number;
  y: number;
}

async function middleOf(what: Locator): Promise<Point> {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
