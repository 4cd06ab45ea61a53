import { Logger } from '@nestjs/common';
import { isOpenToOthers } from './common/files/private-files';
import type { Config } from './config/config';
import type { Database } from './database/database';
import { riskOfLoss } from './database/durability';
import { VERSION } from './version';

/** Logs what runs here, and warns of risky settings, of the database's server too. */
export async function reportStart(config: Config, db: Database): Promise<void> {
  const log = new Logger('Start');
  const { role, network, database, storage, queue, mail, http } = config;
  log.log(
    {
      version: VERSION,
      role,
      network: network.mode,
      database: database.kind,
      storage: storage.kind,
      queue: queue.kind,
      mail: mail.kind,
      host: http.host,
      port: http.port,
      pid: process.pid,
    },
    'started',
  );
  for (const risk of risksOf(config)) log.warn(risk);
  if (database.kind === 'sqlite') return;
  const loss = await riskOfLoss(db).catch(() => undefined);
  if (loss) log.warn(`DATABASE_URL: ${loss.text} ${loss.remedy}`);
}

/** Settings that are allowed and risky, a sentence each. */
export function risksOf({ http, network, mail, dataDir, role }: Config): string[] {
  const { publicUrl, host, trustedProxies } = http;
  const live = network.mode === 'live';
  const risks: [boolean, string][] = [
    [
      live && !publicUrl.startsWith('https://'),
      'PUBLIC_URL is not https: passwords and tokens go over the network in clear, unless something before this process encrypts.',
    ],
    [
      live && /^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl),
      'PUBLIC_URL is this machine: links in mails lead nowhere for anybody else.',
    ],
    [
      live && mail.kind === 'file',
      'MAIL_URL is a folder: nobody gets a mail, neither reset links nor warnings.',
    ],
    [
      !isLoopback(host) && trustedProxies.length === 0 && role !== 'publisher',
      'HOST takes callers from elsewhere and TRUSTED_PROXIES is not set: behind a reverse proxy all people count as one address.',
    ],
    [
      trustedProxies.some((network) => network.endsWith('/0')),
      'TRUSTED_PROXIES trusts everybody: any client may claim any address.',
    ],
    [isOpenToOthers(dataDir), 'DATA_DIR is open to other users of this machine; chmod 700 closes it.'],
  ];
  return risks.flatMap(([there, risk]) => (there ? [risk] : []));
}

const isLoopback = (host: string): boolean => /^(localhost$|127\.|::1$)/.test(host);
