/** Run by the build: writes the OpenAPI document to the file that is named. */
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as swagger from '@nestjs/swagger';

async function describe(file: string): Promise<void> {
  (globalThis as Record<symbol, unknown>)[Symbol.for('pagecast.describe-api')] = swagger;
  // Only now, and not above: the decorators look for the switch when their module is read.
  const { createNest } = await import('./app');
  const { loadConfig } = await import('./config/config');
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-openapi-'));
  try {
    const nest = await createNest(loadConfig({ DATA_DIR: dir, ROLE: 'api', LOG_LEVEL: 'error' }), dir);
    const about = new swagger.DocumentBuilder()
      .setTitle('Pagecast')
      .setDescription(
        'Schedules and publishes videos and photos to a Facebook Page and an Instagram account.',
      )
      .setVersion('1')
      .addBearerAuth()
      .build();
    writeFileSync(file, JSON.stringify(swagger.SwaggerModule.createDocument(nest, about)));
    await nest.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

void describe(process.argv[2] ?? 'openapi.json');
