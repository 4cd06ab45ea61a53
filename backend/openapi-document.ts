/** Run by the build: writes the OpenAPI document to the given file. */
import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { createNest } from './app';
import { namesOfAllOptional } from './common/fields/validation.pipe';
import { loadConfig } from './config/config';
import { complete } from './openapi/complete';
import { ABOUT_KEYS } from './openapi/repeatable';
import { TAGS } from './openapi/tags';
import { VERSION } from './version';

const ABOUT = `Schedules and publishes videos and photos to a Facebook Page and an Instagram account.

Send the \`token\` that \`POST /auth/login\` answers as \`Authorization: Bearer <token>\`. Instants are ISO 8601 in UTC.
A refusal is an \`Error\`: its \`error\` is a stable word, its \`message\` a sentence for users.

${ABOUT_KEYS}`;

function describeApi() {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Pagecast')
    .setDescription(ABOUT)
    .setVersion(VERSION)
    .addServer('/api', 'This installation')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The `token` of a sign-in.' })
    .addSecurityRequirements('bearer');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const about = builder.build();
  about.info.contact = { name: 'The administrators of this installation' };
  about.info.license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' } as never;
  return about;
}

async function writeDocument(file: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'pagecast-openapi-'));
  try {
    const nest = await createNest(loadConfig({ DATA_DIR: dir, ROLE: 'api', LOG_LEVEL: 'error' }), dir);
    const document = SwaggerModule.createDocument(nest, describeApi(), { ignoreGlobalPrefix: true });
    complete(document, namesOfAllOptional());
    writeFileSync(file, JSON.stringify(document));
    await nest.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

void writeDocument(process.argv[2] ?? 'openapi.json');
