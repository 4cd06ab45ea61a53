import { createHash } from 'node:crypto';
import { html, Html } from '../common/http/html';
import type { Deletion } from './data-deletions';

/** Upon the look of all pages, `/look.css`, which the frontend's build makes. */
const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 var(--font); -webkit-font-smoothing: antialiased; }
.top, main { max-width: 640px; margin: 0 auto; padding: 0 32px; }
.top { padding-top: 20px; padding-bottom: 48px; }
.brand { display: inline-flex; align-items: center; gap: 10px; min-height: 40px; color: var(--text); font-weight: 600; text-decoration: none; }
.brand svg { display: block; }
.mark { fill: var(--brand-fill); }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 6px; }
main { padding-bottom: 64px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; }
p { margin: 0; color: var(--text-secondary); }
dl {
  margin: 32px 0 0; padding: 4px 24px; background: var(--surface); border: 1px solid var(--hairline); border-radius: 12px;
}
dl > div { display: flex; flex-wrap: wrap; gap: 4px 24px; justify-content: space-between; padding: 14px 0; border-top: 1px solid var(--hairline); }
dl > div:first-child { border-top: 0; }
dt { color: var(--text-secondary); }
dd { margin: 0; font-weight: 500; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.state::before {
  content: ''; display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 50%;
  background: currentColor; vertical-align: 1px;
}
.state { color: var(--warning-text); }
.state.done { color: var(--brand); }
@media (max-width: 599px) {
  .top, main { padding-left: 16px; padding-right: 16px; }
  .top { padding-bottom: 32px; }
  dl { padding: 4px 16px; }
}
`;

/** In one piece: white space inside the tag would count. */
const STYLE_TAG = new Html(`<style>${STYLE}</style>`);

const HASH = createHash('sha256').update(STYLE).digest('base64');

/** No script, and nothing from elsewhere. */
export const POLICY =
  `default-src 'none'; style-src 'self' 'sha256-${HASH}'; font-src 'self'; img-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** As frontend/src/favicon.svg draws it. */
const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect class="mark" width="32" height="32" rx="9" />
  <path fill="#fff" d="M12.5 9.6v12.8a1 1 0 0 0 1.5.86l10.4-6.4a1 1 0 0 0 0-1.72L14 8.74a1 1 0 0 0-1.5.86Z" />
  <path d="M7.5 12v8" stroke="#c7d2fe" stroke-width="2.4" stroke-linecap="round" />
</svg>`;

/** How far a deletion is. Says nothing of the person. */
export function deletionPage({ code, requested_at, done_at }: Deletion): string {
  const isDone = done_at !== null;
  return frame(
    isDone ? 'Your data is deleted' : 'Your data is being deleted',
    html`<h1>${isDone ? 'Your data is deleted' : 'Your data is being deleted'}</h1>
      <p>
        ${
          isDone
            ? 'Pagecast keeps nothing about your Facebook account, nor the access that it was given.'
            : 'Access and names are deleted already. What is left waits for a post that is just being published; this takes minutes, seldom longer.'
        }
      </p>
      <dl>
        <div>
          <dt>State</dt>
          <dd class="${isDone ? 'state done' : 'state'}">${isDone ? 'Done' : 'In progress'}</dd>
        </div>
        <div>
          <dt>Requested</dt>
          <dd>${instant(requested_at)}</dd>
        </div>
        ${
          done_at === null
            ? undefined
            : html`<div>
                <dt>Done</dt>
                <dd>${instant(done_at)}</dd>
              </div>`
        }
        <div>
          <dt>Confirmation code</dt>
          <dd>${code}</dd>
        </div>
      </dl>`,
  );
}

export const unknownDeletionPage = (): string =>
  frame(
    'This code is not known',
    html`<h1>This code is not known</h1>
      <p>
        Look at the address that Facebook shows you: no request to delete data has this code. Requests are
        shown for a year.
      </p>`,
  );

const frame = (title: string, main: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Pagecast</title>
        <link rel="stylesheet" href="/look.css" />
        ${STYLE_TAG}
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">${MARK}<span>Pagecast</span></a>
        </header>
        <main>${main}</main>
      </body>
    </html>`.text;

const FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const instant = (ms: number): Html =>
  html`<time datetime="${new Date(ms).toISOString()}">${FORMAT.format(ms)} UTC</time>`;
