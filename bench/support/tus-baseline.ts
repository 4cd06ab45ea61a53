import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** `@tus/server` alone, with the store that its authors ship, writing into `DIR`. */
const directory = process.env.DIR!;
mkdirSync(directory, { recursive: true });
const tus = new Server({ path: '/uploads', datastore: new FileStore({ directory }) });

createServer({ requestTimeout: 0 }, (request, response) => {
  if (request.url === '/') response.end();
  else void tus.handle(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
