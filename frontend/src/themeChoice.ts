import { useSyncExternalStore } from 'react';
import { THEME_KEY } from './keys';
import type { Brightness } from './theme';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let choice = THEME_CHOICES.find((c) => c === localStorage.getItem(THEME_KEY)) ?? 'system';

const themeChoice = () => choice;
const brightness = (): Brightness =>
  choice === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : choice;

/** headScript.ts does the same on the next page load, before the first paint. */
export function chooseTheme(next: ThemeChoice) {
  choice = next;
  localStorage.setItem(THEME_KEY, next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  tell();
}

function tell() {
  listeners.forEach((listener) => {
    listener();
  });
}

systemIsDark.addEventListener('change', tell);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useThemeChoice = () => useSyncExternalStore(subscribe, themeChoice);
export const useBrightness = () => useSyncExternalStore(subscribe, brightness);
