import { createWriteStream, mkdirSync, readdirSync, unlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import multer from 'multer';

/** What the upload is held against: `pipe` or `multer`, writing into `DIR`; a DELETE empties it. */
const MEGABYTE = 1024 * 1024;
const dir = process.env.DIR!;
const kind = process.argv[2]!;

mkdirSync(dir, { recursive: true });
createServer({ highWaterMark: MEGABYTE, requestTimeout: 0 }, listener()).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);

function listener(): RequestListener {
  const upload = kind === 'multer' ? multerApp() : pipe;
  return (request, response) => {
    if (request.method === 'POST') {
      upload(request, response);
      return;
    }
    if (request.method === 'DELETE') for (const name of readdirSync(dir)) unlinkSync(join(dir, name));
    response.end();
  };
}

/** The body as it comes, unparsed: the ceiling of what Node can bring to the disk. */
function pipe(request: IncomingMessage, response: ServerResponse): void {
  const file = createWriteStream(join(dir, randomUUID()), { highWaterMark: MEGABYTE });
  pipeline(request, file).then(
    () => response.writeHead(201).end('{}'),
    () => response.destroy(),
  );
}

function multerApp(): express.Express {
  return express().post('/', multer({ dest: dir }).any(), (_request, response) => {
    response.status(201).end('{}');
  });
}
