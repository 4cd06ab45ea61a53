/**
 * The landing page without its scripts, and the files it names, from memory, by node:http alone. Takes the folder of
 * the built frontend and the page's HTML as a file.
 */
const { readFileSync, readdirSync } = require('node:fs');
const { createServer } = require('node:http');
const { extname, join } = require('node:path');
const { brotliCompressSync } = require('node:zlib');

const TYPES = { '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

const [dir, page] = process.argv.slice(2);
const html = brotliCompressSync(readFileSync(page));
const files = new Map(
  readdirSync(join(dir, 'assets'))
    .filter((name) => extname(name) in TYPES)
    .map((name) => [`/assets/${name}`, readFileSync(join(dir, 'assets', name))]),
);

createServer((request, response) => {
  const file = files.get(request.url);
  if (file) {
    response.writeHead(200, { 'content-type': TYPES[extname(request.url)] }).end(file);
  } else if (request.url === '/') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      .end(html);
  } else {
    response.writeHead(404).end();
  }
}).listen(Number(process.env.PORT), process.env.HOST);
