import { FAULTS, type FaultState } from './rehearsal-faults';
import type { Account, GalleryMedia, GalleryPost } from './rehearsal-gallery';
import { html, type Html } from '../common/http/html';

export interface RehearsalView {
  posts: GalleryPost[];
  accounts: Account[];
  /** The account whose faults are shown. */
  chosen: string;
  faults: FaultState[];
}

const KINDS: Record<GalleryPost['kind'], string> = {
  reel: 'Reel',
  video: 'Video',
  photos: 'Photo',
  text: 'Text',
  story: 'Story',
  instagram_reel: 'Instagram reel',
  instagram_photo: 'Instagram photo',
  instagram_carousel: 'Instagram carousel',
  instagram_story: 'Instagram story, for 24 hours',
};

export const HEAD = html`<head>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="light dark" />
  <title>Rehearsal page</title>
  <link rel="stylesheet" href="/look.css" />
  <link rel="stylesheet" href="/rehearsal/rehearsal.css" />
  <script src="/rehearsal/rehearsal.js" defer></script>
</head>`;

/** As frontend/src/favicon.svg draws it. */
const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect class="mark" width="32" height="32" rx="9" />
  <path fill="#fff" d="M12.5 9.6v12.8a1 1 0 0 0 1.5.86l10.4-6.4a1 1 0 0 0 0-1.72L14 8.74a1 1 0 0 0-1.5.86Z" />
  <path d="M7.5 12v8" stroke="#c7d2fe" stroke-width="2.4" stroke-linecap="round" />
</svg>`;

export const TOP = html`<div class="bar">
  <a class="brand" href="/">${MARK}<span>Pagecast</span></a>
</div>`;

/** Shown to who may not see the page, or not yet; the script replaces it where there is a session. */
export function signInPage(): string {
  return html`<!doctype html>
    <html lang="en">
      ${HEAD}
      <body>
        <header class="top">
          ${TOP}
          <h1>Rehearsal page</h1>
          <p>Sign in to Pagecast to see this page.</p>
        </header>
        <main id="sign-in"><a class="primary" href="/login">Sign in</a></main>
      </body>
    </html>`.text;
}

/** The whole document; the script takes new posts and the panel out of a later one. */
export function rehearsalPage(view: RehearsalView): string {
  return html`<!doctype html>
    <html lang="en">
      ${HEAD}
      <body>
        <a class="skip" href="#posts">Skip to the posts</a>
        <header class="top">
          <div class="bar">
            <a class="brand" href="/">${MARK}<span>Pagecast</span></a>
            <nav aria-label="On this page"><a href="#faults">Rehearse a failure</a></nav>
          </div>
          <h1>Rehearsal page</h1>
          <p>
            This is what your page would look like. Pagecast is rehearsing, so everything it publishes appears
            here and nothing leaves this computer.
          </p>
        </header>
        <main>
          <section id="posts" aria-labelledby="posts-title">
            <div class="heading">
              <h2 id="posts-title">Published</h2>
              <p id="news" class="quiet" role="status"></p>
            </div>
            <div id="list" class="list">${view.posts.map(article)}</div>
            ${EMPTY}
          </section>
          ${panel(view)}
        </main>
      </body>
    </html>`.text;
}

function article({
  id,
  kind,
  page_name: name,
  title,
  caption,
  published_at: time,
  media,
  comments,
}: GalleryPost): Html {
  const text = caption === title ? null : caption;
  const label = title ?? `${KINDS[kind]} on ${name}`;
  const chip = html`<span class="chip">${KINDS[kind]}</span>`;
  const stage = pictures(kind, media, label);
  const words =
    title || text ? html`<div class="words">${headline(title)}${paragraph(text)}</div>` : undefined;
  return html`<article
    class="post${kind === 'story' ? ' story' : ''}"
    id="post-${id}"
    data-id="${id}"
    aria-label="${label}"
  >
    <header>
      <span class="avatar${kind.startsWith('instagram') ? ' instagram' : ''}" aria-hidden="true"
        >${initial(name)}</span
      >
      <span class="who"><strong>${name}</strong><time datetime="${time}">${time}</time></span>
      ${stage ? undefined : chip}
    </header>
    ${stage ? html`<div class="stage">${stage}${chip}</div>` : undefined}
    ${kind === 'story' ? GONE_SOON : words}
    ${comments.map((comment) => html`<p class="comment"><strong>${name}</strong> ${comment}</p>`)}
  </article>`;
}

const GONE_SOON = html`<p class="words quiet">Shown for 24 hours</p>`;

const headline = (title: string | null) => (title ? html`<h3>${title}</h3>` : undefined);

const paragraph = (text: string | null) => (text ? html`<p>${text}</p>` : undefined);

function initial(name: string): string {
  return name.replace('@', '').charAt(0).toUpperCase();
}

function pictures(kind: GalleryPost['kind'], media: GalleryMedia[], label: string): Html | undefined {
  const [first] = media;
  if (!first) return undefined;
  if (media.length === 1 && first.type === 'video') return film(first, label);
  const shown = media.map((each, index) =>
    each.type === 'video'
      ? film(each, `Video ${index + 1}: ${label}`)
      : html`<img src="${each.url}" alt="${each.alt ?? `Photo ${index + 1}: ${label}`}" loading="lazy" />`,
  );
  if (kind === 'instagram_carousel')
    return html`<div class="strip" role="group" aria-label="${label}" tabindex="0">${shown}</div>`;
  return html`<div class="photos${media.length > 1 ? ' many' : ''}">${shown}</div>`;
}

const film = ({ url, cover }: GalleryMedia, label: string): Html =>
  html`<video
    src="${url}"
    ${cover ? html` poster="${cover}"` : undefined}
    aria-label="${label}"
    controls
    preload="metadata"
    playsinline
  ></video>`;

function panel({ accounts, chosen, faults }: RehearsalView): Html {
  return html`<aside id="faults" aria-labelledby="faults-title" data-state="${JSON.stringify(faults)}">
    <h2 id="faults-title">Rehearse a failure</h2>
    <p class="quiet">See how Pagecast copes before the real network does it to you.</p>
    <p id="admins-only" class="note" hidden>
      Only administrators can rehearse a failure. Sign in to Pagecast as one, then reload this page.
    </p>
    <form id="chooser" method="get" action="/rehearsal">
      <label for="page">For the account</label>
      <div class="choice">
        <select id="page" name="page">
          ${accounts.map(
            ({ id, name, network }) =>
              html`<option value="${id}" ${id === chosen ? SELECTED : undefined}>
                ${name} · ${network}
              </option>`,
          )}
        </select>
        <button class="plain" type="submit">Show</button>
      </div>
      <p class="quiet small">Id ${chosen}</p>
    </form>
    <ul class="faults">
      ${faults.map((state) => faultSwitch(state, chosen))}
    </ul>
  </aside>`;
}

/** A form of its own, so that it works before the script has loaded. */
function faultSwitch({ fault, on, left, until }: FaultState, chosen: string): Html {
  const { title, effect } = FAULTS[fault];
  return html`<li class="${on ? 'on' : 'off'}">
    <form method="post" action="/rehearsal/faults">
      <input type="hidden" name="page_id" value="${chosen}" />
      <input type="hidden" name="fault" value="${fault}" />
      <input type="hidden" name="on" value="${on ? '0' : '1'}" />
      <div>
        <h3 id="label-${fault}">${title}</h3>
        <p id="effect-${fault}">${effect}</p>
        ${on ? html`<p class="state" id="state-${fault}">On${remaining(left, until)}</p>` : undefined}
      </div>
      <button
        id="switch-${fault}"
        class="switch"
        type="submit"
        role="switch"
        aria-checked="${on ? 'true' : 'false'}"
        aria-labelledby="label-${fault}"
        aria-describedby="effect-${fault}${on ? ` state-${fault}` : ''}"
      ></button>
    </form>
  </li>`;
}

function remaining(left: number | undefined, until: number | undefined): Html | string {
  if (until !== undefined) {
    const time = new Date(until).toISOString();
    return html` until <time data-clock datetime="${time}">${time}</time>`;
  }
  return left !== undefined && left > 1 ? ` for ${left} more calls` : '';
}

const SELECTED = html` selected`;

const EMPTY = html`<div class="empty">
  <svg viewBox="0 0 120 120" width="96" height="96" aria-hidden="true">
    <rect class="sheet" x="36" y="12" width="48" height="84" rx="10" />
    <path class="play" d="M54 43v22a2 2 0 0 0 3 1.700l17-11a2 2 0 0 0 0-3.400l-17-11a2 2 0 0 0-3 1.700Z" />
    <path class="line" d="M20 108h80" />
  </svg>
  <p>
    <strong>Nothing is published yet.</strong> Schedule a video in Pagecast; it appears here when it goes
    live.
  </p>
  <a class="primary" href="/dashboard">Open Pagecast</a>
</div>`;
