import type { Plugin } from 'vite';

const OTHER_ROOMS = /^\/(api|storage|rehearsal|src|node_modules|@[^/]*)(\/|$)/;

/** As the server does: every address that is a screen, but the landing page's, opens app.html. */
export function appPages(): Plugin {
  return {
    name: 'app-pages',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const isScreen = path !== '/' && !path.includes('.') && !OTHER_ROOMS.test(path);
        if (isScreen && request.headers.accept?.includes('text/html')) request.url = '/app.html';
        next();
      });
    },
  };
}
