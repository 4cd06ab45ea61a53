import type { Plugin } from 'vite';

const OTHER_ROOMS = /^\/(api|storage|rehearsal|src|node_modules|@[^/]*)(\/|$)/;

/** As the server does: the landing page at the root, the dashboard's page below its address, app.html for all other screens. */
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
