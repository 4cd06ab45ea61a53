import type { Locator, Page } from 'playwright-core';
import type { Client } from '../client';
import { fixture } from '../media';
import { uploadMany } from '../upload-many';
import type { Users } from '../users';
import type { Dashboard, OpenOptions } from './dashboard';

/** The owners': not the browser's and not the server's. */
export const TIMEZONE = 'Asia/Kolkata';

/** That instant on the wall clock of an owner, as a `datetime-local` input has it. */
export const wallClock = (instant: number): string =>
  new Date(instant).toLocaleString('sv-SE', { timeZone: TIMEZONE }).slice(0, 16).replace(' ', 'T');

/** The instant at which an owner's wall clock shows this. */
export const instantOf = (shown: string): number => Date.parse(`${shown}:00+05:30`);

/** As it goes over the wire: 'YYYY-MM-DD HH:mm:00'. */
export const onWire = (shown: string): string => `${shown.replace('T', ' ')}:00`;

export interface Owner {
  client: Client;
  /** Of the pending videos, in the order of their titles. */
  ids: number[];
}

/** A subscriber with pending videos of these titles, without a connection: nothing goes out by itself. */
export async function ownerOf(users: Users, ...titles: string[]): Promise<Owner> {
  const client = await users.subscriber({ timezone: TIMEZONE });
  const ids = titles.length ? await uploadMany(client, '/api/videos', fixture('portrait.mp4'), titles) : [];
  return { client, ids };
}

export const openVideos = (ui: Dashboard, client: Client, more?: OpenOptions) =>
  ui.open(client, 'videos', more);

export const row = (page: Page, title: string | RegExp): Locator => page.getByRole('row', { name: title });

export const listed = async (client: Client): Promise<any[]> => (await client.get('/api/videos')).body.data;

/** What the field of a time offers and the least that it takes, at one moment. */
export const offeredAndLeast = (field: Locator): Promise<string[]> =>
  field.evaluate<string[], any>((input: any) => [input.value, input.min]);

/** Chooses an option of a drop-down. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
