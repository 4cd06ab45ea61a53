import type { INestApplication } from '@nestjs/common';
import { IANAZone } from 'luxon';
import { Passwords } from './auth/passwords';
import { FacebookSettings } from './accounts/settings/facebook-settings';
import { REHEARSAL_INSTAGRAM_ID, REHEARSAL_PAGE_ID, REHEARSAL_TOKEN } from './rehearsal/rehearsal-account';
import { PlansService } from './subscriptions/plans.service';
import { UsersService } from './users/users.service';

export const DEMO_LOGIN = { email: 'demo@pagecast.local', password: 'pagecast-demo' };

const ALL_PLANS = { dialect: 'all', offset: 0, limit: 100, page: 1, sort: null, filter: {} } as const;

/** Creates, once, an account that is connected to the rehearsal page and has a plan, for a quick try. */
export async function ensureDemoAccount(app: INestApplication): Promise<void> {
  const users = app.get(UsersService);
  const { email, password } = DEMO_LOGIN;
  if (await users.findByEmail(email)) return;
  const passwordHash = await app.get(Passwords).hash(password, { lane: 'start' });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = IANAZone.isValidZone(zone) ? zone : 'UTC';
  const { rows } = await app.get(PlansService).list(ALL_PLANS);
  const plan = rows[1] ?? rows[0];
  // People who register in the demo can post immediately.
  if (plan) await app.get(PlansService).update(plan.id, { on_registration: 1 });
  const { id } = await users.create({ name: 'Demo', email, passwordHash, timezone });
  await app.get(FacebookSettings).change(id, {
    access_token: REHEARSAL_TOKEN,
    page_id: REHEARSAL_PAGE_ID,
    instagram_page_id: REHEARSAL_INSTAGRAM_ID,
  });
}
