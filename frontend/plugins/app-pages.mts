import type { Plugin } from 'vite';

const OTHER_ROOMS = /^\/(api|storage|rehearsal|src|node_modules|@[^/]*)(\/|$)/;

/** Serves what the server would: the landing page at /, dashboard.html below /dashboard, app.html everywhere else. */
export function appPages(): Plugin {
  return {
    name: 'app-pages',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const isScreen = path !== '/' && !path.includes('.') && !OTHER_ROOMS.test(path);
        if (isScreen && request.headers.accept?.includes('text/html'))
          request.url = /^\/dashboard(\/|$)/.test(path) ? '/dashboard.html' : '/app.html';
        next();
      });
    },
  };
}
