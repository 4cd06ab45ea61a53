import type { Browser, Page } from 'playwright-core';
import { OF_COLOURS, violations } from '../support/ui/accessibility';
import { describeWithChromium, FOR_SHORT_VISITS, openBrowser } from '../support/ui/browser';

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main>`;

describeWithChromium('the check of accessibility', () => {
  let browser: Browser;
  let tab: Page;

  beforeAll(async () => {
    browser = await openBrowser(FOR_SHORT_VISITS);
    tab = await browser.newPage();
  });
  afterAll(() => browser.close());

  it('finds nothing on a page without faults', async () => {
    await tab.setContent(page('<p>Fine.</p>'));
    expect(await violations(tab)).toEqual([]);
  });

  it('finds every fault, on each document and each time that it is asked', async () => {
    const faulty = '<img src="data:,"><p style="color:#ccc;background:#fff">pale</p>';
    for (const tag of ['<img id="first" ', '<img id="second" ']) {
      await tab.goto('about:blank');
      await tab.setContent(page(faulty.replace('<img ', tag)));
      for (const _time of [1, 2])
        expect(await violations(tab)).toEqual([
          { id: 'color-contrast', nodes: ['<p style="color:#ccc;background:#fff">pale</p>'] },
          { id: 'image-alt', nodes: [`${tag}src="data:,">`] },
        ]);
    }
    expect(await violations(tab, { rules: OF_COLOURS })).toMatchObject([{ id: 'color-contrast' }]);
    expect(await violations(tab, { within: 'h1' })).toEqual([]);
    expect(await violations(tab, { within: 'img' })).toMatchObject([{ id: 'image-alt' }]);
  });

  it('refuses a page with a frame', async () => {
    await tab.setContent(page('<iframe title="Another page" srcdoc="<img>"></iframe>'));
    await expect(violations(tab)).rejects.toThrow('frames');
  });
});
