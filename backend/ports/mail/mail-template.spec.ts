import { tokens } from '../../../frontend/src/theme';
import { LOOK, renderMail } from './mail-template';

describe('the mail template', () => {
  const letter = (more: object = {}) =>
    renderMail({
      to: 'ada@example.com',
      subject: 'About <you> & "me"',
      name: 'Ada',
      paragraphs: ['1 < 2 & "so on"'],
      button: { label: 'Go <there>', url: 'https://example.com/a#b="><script>' },
      notes: ["It's small."],
      ...more,
    });

  it('says the same in text and in HTML', () => {
    const { text, html } = letter();
    expect(text).toBe(
      `Hello Ada,\n\n1 < 2 & "so on"\n\nGo <there>:\nhttps://example.com/a#b="><script>\n\nIt's small.\n\nPagecast\n`,
    );
    for (const part of [
      'Hello Ada,',
      '1 &lt; 2 &amp; &quot;so on&quot;',
      'Go &lt;there&gt;',
      'It&#39;s small.',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<script|<there|<you/);
    expect(html).toContain('href="https://example.com/a#b=&quot;&gt;&lt;script&gt;"');
  });

  it("uses the product's colours", () => {
    const { brand, onBrand, text, textSecondary: quiet, page, surface } = tokens.light;
    expect(LOOK).toEqual({ brand, onBrand, text, quiet, page, surface });
  });

  it.each([
    ['Zoë O’Neil-Müller Jr.', 'Hello Zoë O’Neil-Müller Jr.,'],
    ['<b>Tom</b>', 'Hello,'],
    ['Tom & Jerry <3', 'Hello Tom & Jerry <3,'],
    ['You won! See evil.example', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['call me@evil', 'Hello,'],
    ['a\r\n\r\nDear customer', 'Hello a Dear customer,'],
    ['x'.repeat(200), 'Hello,'],
    ['', 'Hello,'],
  ])('greets %j with %j', (name, greeting) => {
    expect(letter({ name }).text.split('\n')[0]).toBe(greeting);
  });
});
