import { publicApi } from './api';
import type { Config } from './types';

const KEY = 'pagecast-config';

/** The last answer of an earlier visit: a screen drawn with it does not jump when the next one arrives. */
export function rememberedConfig(): Config | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Config | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The server's public configuration. */
export async function fetchConfig(): Promise<Config> {
  const config = await publicApi.config();
  localStorage.setItem(KEY, JSON.stringify(config));
  return config;
}
