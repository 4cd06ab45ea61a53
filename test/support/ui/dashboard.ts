import type { Browser, Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestAppOptions } from '../app';
import type { Client } from '../client';
import { startSeededApp, type SeededApp } from '../seeded-app';
import type { Users } from '../users';
import {
  describeWithChromium,
  FOR_SHORT_VISITS,
  openBrowser,
  signIn,
  visit,
  type Look,
  type Visit,
} from './browser';
import { reportFailuresOf } from './failure-report';
import { ReusedContext } from './reused-context';
import { settled } from './screens';
import { toasted } from './toasts';

/** A screen of the dashboard, open in front of a user. */
export interface OpenScreen extends Visit {
  /** Waits until a toast says this. */
  toast: (text: string | RegExp) => Promise<void>;
  leave: () => Promise<void>;
}

export interface OpenOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Runs before the screen opens. */
  before?: (page: Page) => Promise<unknown>;
}

/** An app and a browser, shared by the tests of one file. */
export class Dashboard {
  app!: TestApp;
  browser!: Browser;
  /** The administrator, signed in. */
  admin!: Client;
  private contexts!: ReusedContext;
  private readonly ends: (() => Promise<void>)[] = [];

  get users(): Users {
    return this.app.users;
  }

  async start(startApp: () => Promise<TestApp>): Promise<void> {
    [this.app, this.browser] = await Promise.all([
      startApp().then((app) => this.endLater(app, () => app.end())),
      openBrowser(FOR_SHORT_VISITS).then((browser) => this.endLater(browser, () => browser.close())),
    ]);
    this.admin = await this.users.admin();
    this.contexts = new ReusedContext(this.browser);
    reportFailuresOf(this.browser);
  }

  async end(): Promise<void> {
    for (const end of this.ends.splice(0)) await end();
  }

  /** What has started is ended, also when the other has failed to start. */
  private endLater<T>(started: T, end: () => Promise<void>): T {
    this.ends.push(end);
    return started;
  }

  /** A browser context of its own, with nobody signed in. */
  visit(look?: Look, url = this.app.url): Promise<Visit> {
    return visit(this.contexts, url, look);
  }

  /** The same, signed in; nothing is open yet. */
  async visitAs(client: Client, look?: Look): Promise<Visit> {
    const guest = await this.visit(look);
    await signIn(guest, client);
    return guest;
  }

  /** Opens a screen of the dashboard and waits until it is drawn. */
  async open(client: Client, path: string, { before, ...look }: OpenOptions = {}): Promise<OpenScreen> {
    const guest = await this.visitAs(client, look);
    await before?.(guest.page);
    await guest.page.goto(`/dashboard/${path}`);
    await settled(guest.page);
    return {
      ...guest,
      toast: (text) => toasted(guest.page, text),
      leave: () => guest.context.close(),
    };
  }
}

/** A dashboard on an installation that has been in use for some weeks. */
export class SeededDashboard extends Dashboard {
  seeded!: SeededApp;

  override start(): Promise<void> {
    return super.start(async () => (this.seeded = await startSeededApp()).app);
  }
}

type Tests = (ui: Dashboard) => void;

/** Tests of screens, with one app and one browser for all of them. */
export function describeScreens(name: string, tests: Tests): void;
export function describeScreens(name: string, options: TestAppOptions, tests: Tests): void;
export function describeScreens(name: string, ...rest: [Tests] | [TestAppOptions, Tests]): void {
  const [options, tests] = rest.length === 1 ? [{}, rest[0]] : rest;
  describeUsing(name, new Dashboard(), tests, (ui) => ui.start(() => startTestApp(options)));
}

/** The same on an installation that has users of every kind and posts in every state. */
export function describeSeededScreens(name: string, tests: (ui: SeededDashboard) => void): void {
  describeUsing(name, new SeededDashboard(), tests, (ui) => ui.start());
}

function describeUsing<T extends Dashboard>(
  name: string,
  ui: T,
  tests: (ui: T) => void,
  start: (ui: T) => Promise<void>,
): void {
  describeWithChromium(name, () => {
    beforeAll(() => start(ui));
    tests(ui);
    // Hooks run in the order of their registration: the tests' own come first.
    afterAll(() => ui.end());
  });
}
