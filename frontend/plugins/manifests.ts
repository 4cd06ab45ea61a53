import type { ScreenManifest } from '../src/dashboard/screenManifest';

interface ManifestModule {
  default: ScreenManifest | ScreenManifest[];
}

/** Every screen's manifest, by its file. */
export const MANIFESTS = import.meta.glob<ManifestModule>('../src/dashboard/**/index.ts', { eager: true });
