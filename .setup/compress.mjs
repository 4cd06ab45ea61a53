/** Compresses the built frontend, so that no request pays for it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/public');
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

for (const file of readdirSync(folder, { recursive: true }))
  if (/\.(js|css|html|svg)$/.test(file))
    writeFileSync(
      join(folder, `${file}.br`),
      brotliCompressSync(readFileSync(join(folder, file)), { params }),
    );
