/** Written into the dashboard's page at build; numbers are indices of `files`. */
export interface ScreenFiles {
  files: string[];
  /** Of the app alone. */
  app: number[];
  /** Of the app and the screen at a path. */
  screens: Record<string, number[]>;
}

export const SCREEN_FILES = 'screen-files';

/**
 * Fetches the code of the app and of the screen in parallel; otherwise the app would request the screen only once it runs.
 * Small files first, since they are bound by latency and the large ones by bandwidth.
 */
export function fetchScreen(path: string): void {
  const written = document.getElementById(SCREEN_FILES)?.textContent;
  if (!written) return;
  const { files, app, screens } = JSON.parse(written) as ScreenFiles;
  for (const place of screens[path] ?? app) {
    const href = `/${files[place] ?? ''}`;
    const link = document.createElement('link');
    Object.assign(
      link,
      { href, crossOrigin: '', fetchPriority: 'low' },
      href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' },
    );
    document.head.append(link);
  }
}
