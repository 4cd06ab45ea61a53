/** The minimal react-admin application of the bundle budgets, and what it asks for, from memory, by node:http alone. */
const { readFileSync, readdirSync } = require('node:fs');
const { createServer } = require('node:http');
const { join } = require('node:path');
const { brotliCompressSync } = require('node:zlib');

const [dir] = process.argv.slice(2);
const packed = (name) => brotliCompressSync(readFileSync(join(dir, name)));
const page = packed('index.html');
const scripts = new Map(
  readdirSync(join(dir, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [`/assets/${name}`, packed(`assets/${name}`)]),
);
const rows = JSON.stringify(
  Array.from({ length: 10 }, (_, n) => ({ id: n + 1, title: `How the harbour wakes up, part ${n + 1}` })),
);

createServer((request, response) => {
  const path = request.url.split('?')[0];
  const script = scripts.get(path);
  const send = (body, headers) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  if (script) send(script, { 'content-type': 'text/javascript', 'content-encoding': 'br' });
  else if (path.startsWith('/api/'))
    send(rows, { 'content-type': 'application/json', 'content-range': 'items 0-9/100' });
  else if (path === '/') send(page, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' });
  else response.writeHead(404).end();
}).listen(Number(process.env.PORT), process.env.HOST);
