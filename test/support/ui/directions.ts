import type { Page } from 'playwright-core';

/**
 * What of an open page is laid out in the wrong direction: text of an Arabic name alone that does not run from right to
 * left, and sentences around such a name that do, or that the name can turn.
 */
export const turned = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const ARABIC = /[\\u0600-\\u06ff]{3}/;
    const hasLatin = (text) => /[a-z]/i.test(text.replace(/\\.(png|jpg|mp4)\\b/g, ''));
    const directionOf = (element) => getComputedStyle(element).direction;
    const blockOf = (element) =>
      getComputedStyle(element).display === 'inline' ? blockOf(element.parentElement) : element;
    const wrong = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement: element } = texts.currentNode;
      if (!ARABIC.test(data) || !element.checkVisibility() || element.closest('option, textarea')) continue;
      const around = data.replace(/\\u2068[^\\u2069]*\\u2069/g, '');
      const isSentence = hasLatin(around);
      const block = blockOf(element);
      const says = (what) => wrong.push(what + ': ' + block.innerText);
      if (isSentence && ARABIC.test(around)) says('a name that is not isolated');
      if (isSentence && directionOf(element) !== 'ltr') says('a sentence from right to left');
      if (!isSentence && around !== '' && directionOf(element) !== 'rtl') says('a name from left to right');
      if (hasLatin(block.innerText) && directionOf(block) !== 'ltr') says('a block from right to left');
    }
    return wrong;
  })()`);

/** How many texts with an Arabic name are on the page. */
export const arabicTexts = (page: Page): Promise<number> => page.getByText(/[\u0600-\u06ff]{3}/).count();
