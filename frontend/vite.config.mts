import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appPages } from './plugins/app-pages.mts';
import { earlyScript } from './plugins/early-script.mts';
import { landingPage } from './plugins/landing-page.mts';
import { themeCss } from './plugins/theme-css.mts';

const backend = { target: 'http://localhost:3000' };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), themeCss(), earlyScript(), landingPage(), appPages()],
  build: {
    rolldownOptions: { input: { landing: 'index.html', app: 'app.html' } },
    outDir: '../dist/public',
    emptyOutDir: true,
    // Every browser that knows light-dark() needs no polyfill.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The first that know light-dark(), which would be rewritten for older ones.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The dashboard is one lazy part that only a signed-in visitor downloads.
    chunkSizeWarningLimit: 1500,
    // A font or picture as a data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': backend, '/storage': backend, '/rehearsal': backend } },
});
