import { hkdfSync } from 'node:crypto';
import type { MetaApp } from '../meta-world/call';

/** The app that the login dialog logs in to. */
const REHEARSAL_APP_ID = '100000000000009';

/**
 * The app of this installation. Who knows its secret can ask in Meta's name for everybody's data to be erased, so it is
 * in no source. Nothing that is stored depends on it: after a change of the keys, it is another one from the next start.
 * @param key a secret of the installation
 */
export const rehearsalApp = (key: Buffer): MetaApp => ({
  id: REHEARSAL_APP_ID,
  secret: Buffer.from(hkdfSync('sha256', key, '', 'pagecast rehearsal app', 32)).toString('base64url'),
});
