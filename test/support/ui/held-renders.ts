import type { Page } from 'playwright-core';

export interface HeldRenders {
  begin: () => Promise<void>;
  /** Gives what arrived meanwhile a moment to be taken, and renders again. */
  end: () => Promise<void>;
}

/** Keeps React from rendering for a while, as a busy machine does. It renders on messages that it sends to itself. */
export async function holdRenders(page: Page): Promise<HeldRenders> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const waiting: InstanceType<typeof MessagePort>[] = [];
    let isHeld = false;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      if (isHeld) waiting.push(this);
      else Reflect.apply(post, this, message);
    };
    Object.assign(globalThis, {
      holdRenders: (held: boolean) => {
        isHeld = held;
        if (!held) for (const port of waiting.splice(0)) port.postMessage(null);
      },
    });
  });
  return {
    begin: () => page.evaluate('holdRenders(true)'),
    end: () => page.evaluate('new Promise((go) => setTimeout(go, 300)).then(() => holdRenders(false))'),
  };
}
