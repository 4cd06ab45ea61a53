const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/**
 * Fetches again the style sheets that could not be fetched, each in the place of the first try. The code that imports
 * them never does: it takes the link that is there for the sheet.
 */
export async function fetchFailedSheets(): Promise<void> {
  await Promise.all([...failed].map(fetchAgain));
}

const underWay = new Map<string, Promise<void>>();

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const { href } = link;
  let again = underWay.get(href);
  if (!again) {
    again = replaced(link).finally(() => underWay.delete(href));
    underWay.set(href, again);
  }
  return again;
}

function replaced(link: HTMLLinkElement): Promise<void> {
  // A copy is fetched anew, unlike the same element.
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => {
      resolve();
    });
    copy.addEventListener('error', () => {
      reject(new Error(`Unable to fetch ${copy.href}`));
    });
    link.replaceWith(copy);
    failed.delete(link);
  });
}
