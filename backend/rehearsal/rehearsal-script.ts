/** Served as `/rehearsal/rehearsal.js`. Markup is made by the server alone; this only takes pieces of it over. */
export const SCRIPT = `'use strict';
(async () => {
  const POLL_MS = 3000;
  const panel = () => document.getElementById('faults');
  document.documentElement.classList.add('js');

  // What the product keeps here: the theme, and the session; no session on this machine for who has not signed in.
  const theme = localStorage.getItem('pagecast-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  function kept() {
    try {
      return JSON.parse(localStorage.getItem('auth-storage')).state ?? {};
    } catch {
      return {};
    }
  }
  function session() {
    const { token } = kept();
    return token ? { authorization: 'Bearer ' + token } : {};
  }

  // As the product writes times, on the clock of who is signed in.
  function writer(style) {
    const timeZone = kept().user?.timezone;
    try {
      return new Intl.DateTimeFormat('en-US', { ...style, timeZone });
    } catch {
      return new Intl.DateTimeFormat('en-US', style);
    }
  }
  const day = writer({ dateStyle: 'medium', timeStyle: 'short' });
  const clock = writer({ timeStyle: 'medium' });
  function localise(root) {
    for (const time of root.querySelectorAll('time')) {
      const text = ('clock' in time.dataset ? clock : day).format(new Date(time.dateTime));
      time.textContent = text.replaceAll('\u202f', ' ');
      time.title = time.dateTime;
    }
  }

  async function read(address) {
    const answer = await fetch(address, { headers: session(), credentials: 'same-origin', cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  function parse(text) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    localise(page);
    lockSwitches(page);
    if (byToken) holdMedia(page);
    return page;
  }

  // The server decides; this only tells before it refuses.
  const isAdmin = kept().user?.is_admin === 1;
  function lockSwitches(page) {
    const note = page.getElementById('admins-only');
    if (isAdmin || !note) return;
    note.hidden = false;
    for (const one of page.querySelectorAll('.switch')) {
      one.disabled = true;
      one.setAttribute('aria-describedby', 'admins-only ' + one.getAttribute('aria-describedby'));
    }
  }

  // An element cannot send a token for its picture: that is fetched, and handed to it.
  function holdMedia(page) {
    for (const name of ['src', 'poster']) {
      for (const element of page.querySelectorAll('[' + name + '^="/rehearsal/media/"]')) {
        element.dataset[name] = element.getAttribute(name);
        element.removeAttribute(name);
      }
    }
  }

  async function showMedia() {
    for (const name of ['src', 'poster']) {
      for (const element of document.querySelectorAll('[data-' + name + ']')) {
        const address = element.dataset[name];
        delete element.dataset[name];
        const answer = await fetch(address, { headers: session() }).catch(() => undefined);
        if (answer?.ok) element[name] = URL.createObjectURL(await answer.blob());
      }
    }
  }

  const byToken = document.getElementById('sign-in') !== null;
  if (byToken) {
    const text = await read(location.pathname + location.search).catch(() => undefined);
    if (text === undefined) return;
    document.body.replaceWith(document.importNode(parse(text).body, true));
    void showMedia();
  }
  const list = document.getElementById('list');
  // The login dialog has none, and needs nothing of what follows.
  if (!list) return;
  const news = document.getElementById('news');

  // What is on the screen stays the same element, so that a video that plays goes on playing.
  function adoptPosts(page) {
    const fresh = [...page.getElementById('list').children];
    const wanted = new Set(fresh.map((post) => post.id));
    for (const post of [...list.children]) if (!wanted.has(post.id)) post.remove();
    let place = list.firstElementChild;
    let added = 0;
    for (const post of fresh) {
      if (place && place.id === post.id) {
        place = place.nextElementSibling;
        continue;
      }
      const copy = document.importNode(post, true);
      copy.classList.add('arrived');
      list.insertBefore(copy, place);
      added += 1;
    }
    if (added) news.textContent = added === 1 ? 'A new post is live' : added + ' new posts are live';
  }

  function adoptPanel(page) {
    const fresh = page.getElementById('faults');
    if (fresh.outerHTML === panel().outerHTML) return;
    const focused = panel().contains(document.activeElement) ? document.activeElement.id : '';
    panel().replaceWith(document.importNode(fresh, true));
    if (focused) document.getElementById(focused)?.focus();
  }

  async function refresh() {
    if (document.hidden || document.activeElement?.id === 'page') return;
    const chosen = document.getElementById('page').value;
    const [posts, faults] = await Promise.all([
      read('/rehearsal/posts.json?limit=48').then(JSON.parse),
      read('/rehearsal/faults.json?page_id=' + encodeURIComponent(chosen)),
    ]);
    const shown = [...list.children].map((post) => post.dataset.id).join();
    const samePosts = posts.map((post) => post.id).join() === shown;
    if (samePosts && faults === panel().dataset.state) return;
    const page = parse(await read('/rehearsal?page=' + encodeURIComponent(chosen)));
    if (document.getElementById('page').value !== chosen) return;
    if (!samePosts) adoptPosts(page);
    void showMedia();
    adoptPanel(page);
  }

  async function poll() {
    await refresh().catch(() => undefined);
    setTimeout(poll, POLL_MS);
  }

  document.addEventListener('change', async (event) => {
    if (event.target.id !== 'page') return;
    const address = '/rehearsal?page=' + encodeURIComponent(event.target.value);
    history.replaceState(null, '', address);
    adoptPanel(parse(await read(address)));
  });

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (form.method !== 'post') return;
    event.preventDefault();
    const button = form.querySelector('button');
    button.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        headers: { ...session(), 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      if (answer.status === 401 || answer.status === 403) {
        document.getElementById('admins-only').hidden = false;
        return;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      adoptPanel(parse(await answer.text()));
    } catch {
      news.textContent = 'The switch could not be moved. Is Pagecast running?';
    } finally {
      button.removeAttribute('aria-busy');
    }
  });

  document.addEventListener('visibilitychange', () => void refresh().catch(() => undefined));
  localise(document);
  if (!byToken) lockSwitches(document);
  setTimeout(poll, POLL_MS);
})();
`;
