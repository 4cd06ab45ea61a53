import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PAGE_POLICY } from './frontend-files';

const TYPES: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  html: 'text/html',
  json: 'application/json',
};

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pagecast API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="api"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const START =
  "window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', persistAuthorization: false });";

/** Serves the OpenAPI document, which the build writes, and a page to read it. */
export function serveApiDocs(instance: FastifyInstance, documentFile: string): void {
  if (!existsSync(documentFile)) return;
  const type = (extension: string) => `${TYPES[extension] ?? 'text/plain'}; charset=utf-8`;
  instance.get('/api/openapi.json', (_request, reply) =>
    reply.type(type('json')).send(createReadStream(documentFile)),
  );
  instance.get('/api/docs', (_request, reply) =>
    reply.type(type('html')).header('content-security-policy', PAGE_POLICY).send(PAGE),
  );
  instance.get('/api/docs/start.js', (_request, reply) => reply.type(type('js')).send(START));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    instance.get(`/api/docs/${file}`, (_request, reply) => {
      const path = join(dirname(require.resolve('swagger-ui-dist/package.json')), file);
      return reply.type(type(file.split('.').pop() ?? '')).send(createReadStream(path));
    });
  }
}
