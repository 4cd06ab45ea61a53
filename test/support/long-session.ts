import { JwtService } from '@nestjs/jwt';
import { Database } from '../../backend/database/database';
import type { TestApp } from './app';
import { Client } from './client';

/** As if the user had signed in for so long: neither the session nor its token ends before. `until`: ms since 1970. */
export async function signedInUntil(until: number, { running }: TestApp, user: Client): Promise<Client> {
  const sql = 'UPDATE sessions SET expires_at = ? WHERE user_id = ?';
  await running.nest.get(Database).run(sql, [until, user.user.id]);
  const jwt = running.nest.get(JwtService, { strict: false });
  const payload = jwt.decode<object>(user.token ?? '');
  const client = new Client(user.url, jwt.sign({ ...payload, exp: Math.floor(until / 1000) }));
  client.user = user.user;
  return client;
}
