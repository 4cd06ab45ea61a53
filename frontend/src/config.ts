import { publicApi } from './api';
import type { Config } from './types';

const KEY = 'pagecast-config';

/** The configuration of the last visit. Rendering with it avoids layout shifts when the current one arrives. */
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
