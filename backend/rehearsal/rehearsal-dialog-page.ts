import type { Account } from '../meta-world/accounts';
import type { DialogView } from './rehearsal-dialog';
import { html, type Html } from '../common/http/html';
import { HEAD, TOP } from './rehearsal-page';

/** The login dialog as a form that works without a script. */
export function dialogPage(view: DialogView, action: string): string {
  const { query, seal, request, pages, otherQuery, isOfMany } = view;
  return frame(
    'Connect with Facebook',
    html`<p>
      This stands in for Facebook's own dialog. Pagecast is rehearsing: untick what you want to see refused.
    </p>`,
    html`<main class="dialog">
      <p class="person">
        You answer as ${isOfMany ? 'somebody who manages 60 Pages' : 'somebody with a few Pages'}.
        <a href="?${otherQuery}"
          >Answer as ${isOfMany ? 'somebody with a few Pages' : 'somebody who manages 60'}</a
        >
      </p>
      <form method="get" action="${action}">
        <input type="hidden" name="dialog" value="${query}" />
        <input type="hidden" name="seal" value="${seal}" />
        <fieldset>
          <legend>Pages that Pagecast may use</legend>
          ${pages.map((page) => tick('page', page.id, page.name, aboutPage(page)))}
        </fieldset>
        <fieldset>
          <legend>What Pagecast may do</legend>
          ${request.asked.map((permission) => tick('permission', permission, permission))}
        </fieldset>
        <div class="answers">
          <button class="primary" type="submit" name="answer" value="continue">Continue</button>
          <button class="plain" type="submit" name="answer" value="cancel">Cancel</button>
        </div>
      </form>
    </main>`,
  );
}

function aboutPage({ instagram, tasks }: Account): string {
  const linked = instagram ? `@${instagram.username ?? instagram.id}` : 'No Instagram account';
  return tasks ? `${linked}; your role may not post` : linked;
}

/** Shown in place of the dialog; the browser is sent nowhere. */
export const dialogProblemPage = (problem: string): string =>
  frame(
    'This dialog cannot be shown',
    html`<p>${problem}</p>`,
    html`<main><a class="primary" href="/dashboard/settings">Back to Pagecast</a></main>`,
  );

function tick(name: string, value: string, label: string, more?: string): Html {
  const id = `${name}-${value}`;
  return html`<div class="tick">
    <input type="checkbox" id="${id}" name="${name}" value="${value}" checked />
    <label for="${id}"
      >${label}${more === undefined ? undefined : html`<span class="quiet">${more}</span>`}</label
    >
  </div>`;
}

const frame = (title: string, lead: Html, main: Html): string =>
  html`<!doctype html>
    <html lang="en">
      ${HEAD}
      <body>
        <header class="top">
          ${TOP}
          <h1>${title}</h1>
          ${lead}
        </header>
        ${main}
      </body>
    </html>`.text;
