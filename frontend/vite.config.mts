import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const backend = { target: 'http://localhost:3000' };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: '../dist/public',
    emptyOutDir: true,
    sourcemap: false,
    // The dashboard is one lazy part that only a signed-in visitor downloads.
    chunkSizeWarningLimit: 1500,
    // A font or picture as a data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': backend, '/storage': backend, '/rehearsal': backend } },
});
