import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** What Playwright's own test runner calls for the same purpose: it has no public name. */
interface Reusing extends Browser {
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>;
  _disconnectFromReusedContext(reason: string): Promise<void>;
}

/**
 * Opens contexts as good as new, and takes the one that the visitor before has left if it is free: its renderer has the
 * product's code compiled, which is half of what a page costs. Cookies, storage, scripts, routes, bindings and the clock
 * of that visitor are gone; only what HTTP lets a browser keep is still there.
 */
export class ReusedContext implements Pick<Browser, 'newContext'> {
  private readonly browser: Reusing;
  private isTaken = false;

  constructor(browser: Browser) {
    this.browser = browser as Reusing;
  }

  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    if (this.isTaken) return this.browser.newContext(options);
    this.isTaken = true;
    const context = await this.browser._newContextForReuse(options);
    const close = context.close.bind(context);
    const newSession = context.newCDPSession.bind(context);
    const pauseAt = context.clock.pauseAt.bind(context.clock);
    let [isOpen, isSpoilt, isStopped] = [true, false, false];
    // What a test sets by the protocol itself, such as a slow network, nobody puts back.
    context.newCDPSession = (page) => {
      isSpoilt = true;
      return newSession(page);
    };
    context.clock.pauseAt = (time) => {
      isStopped = true;
      return pauseAt(time);
    };
    context.close = async () => {
      if (!isOpen) return;
      isOpen = false;
      // Playwright does so too, but waits for it nowhere: the script of it would meet the next visitor.
      if (isStopped) await context.clock.resume();
      await (isSpoilt ? close() : this.leave(context));
      this.isTaken = false;
    };
    return context;
  }

  private async leave(context: BrowserContext): Promise<void> {
    // Playwright resets neither.
    await context.setOffline(false);
    await context.clearPermissions();
    // What is left open would go on to ask the server.
    const [page, ...others] = context.pages();
    await Promise.all([page?.goto('about:blank'), ...others.map((other) => other.close())]);
    await this.browser._disconnectFromReusedContext('The visit is over.');
  }
}
