import { describeScreens } from '../support/ui/dashboard';

jest.setTimeout(90_000);

/** Runs what an attacker would: a script in the page, a handler on an element, text as code. */
const INJECTION = `new Promise((done) => {
  const script = document.createElement('script');
  script.textContent = 'window.ran = "inline"';
  document.body.append(script);
  const foreign = document.createElement('script');
  foreign.src = 'https://evil.example/script.js';
  document.body.append(foreign);
  document.body.insertAdjacentHTML('beforeend', '<img src="/nothing.png" onerror="window.ran = 1">');
  const blocked = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    blocked.push(effectiveDirective);
    if (blocked.length === 3) done({ blocked: blocked.sort(), ran: window.ran ?? null });
  });
})`;

/** Text where a browser would make markup or code of it. */
const TEXT_AS_CODE = `new Promise((done) => {
  const div = document.createElement('div');
  const script = document.createElement('script');
  const sinks = {
    innerHTML: () => { div.innerHTML = '<b>text</b>'; },
    insertAdjacentHTML: () => div.insertAdjacentHTML('beforeend', '<b>text</b>'),
    srcdoc: () => { document.createElement('iframe').srcdoc = '<b>text</b>'; },
    parser: () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
    write: () => document.write('<b>text</b>'),
    script: () => { script.text = 'window.ran = 2'; },
    src: () => { script.src = '/assets/other.js'; },
    eval: () => eval('window.ran = 3'),
    function: () => new Function('window.ran = 4')(),
    timer: () => setTimeout('window.ran = 5'),
    policy: () => trustedTypes.createPolicy('mine', { createHTML: (text) => text }),
  };
  const worked = ([name, use]) => {
    try { use(); return [name]; } catch { return []; }
  };
  // Later, as a page would: what a test evaluates itself may evaluate more.
  setTimeout(() => done(Object.entries(sinks).flatMap(worked)));
})`;

/** What a browser that does not know them leaves out of the policy. */
const withoutTrustedTypes = (policy: string) =>
  policy
    .split('; ')
    .filter((directive) => !directive.includes('trusted-types'))
    .join('; ');

describeScreens('the policy of the pages', (ui) => {
  const paths = ['/', '/login', '/dashboard', '/nowhere'];

  it.each([...paths, '/api/docs'])(
    'runs only the scripts of the product, also where trusted types are unknown: %s',
    async (path) => {
      const { page, context } = await ui.visit();
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        const policy = withoutTrustedTypes(headers['content-security-policy'] ?? '');
        await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
      });
      const answer = await page.goto(path);
      const policy = answer?.headers()['content-security-policy'] ?? '';
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(await page.evaluate(INJECTION)).toEqual({
        blocked: ['script-src-attr', 'script-src-elem', 'script-src-elem'],
        ran: null,
      });
      await context.close();
    },
  );

  it.each(paths)('makes neither markup nor code of a text: %s', async (path) => {
    const { page, context } = await ui.visit();
    await page.goto(path);
    expect(await page.evaluate(TEXT_AS_CODE)).toEqual([]);
    expect(await page.evaluate('window.ran ?? null')).toBeNull();
    await context.close();
  });

  it('leaves the page of the API usable', async () => {
    const { page, context, complaints } = await ui.visit();
    await page.goto('/api/docs');
    await page.locator('.opblock-get:has([data-path="/config"])').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Server response').first().waitFor();
    expect(complaints.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
    await context.close();
  });
});
