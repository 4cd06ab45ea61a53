import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { isPublicOrigin } from '../../../config/public-origin';
import type { Credentials, NetworkName } from '../network';
import type { GraphClient, MetaHosts } from './graph-client';
import { connectionBy } from './http-exchange';
import { asObject, textOf } from './json';
import { publicLookup } from './public-lookup';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const TIME_MS = 15_000;
const REDIRECTS = [301, 302, 303, 307, 308];

const FIELDS: Record<NetworkName, string> = {
  facebook: 'picture.type(large){url,is_silhouette}',
  instagram: 'profile_picture_url',
};

type Hosts = Pick<MetaHosts, 'graphUrl' | 'proxy'>;

/** The picture of a Page or an Instagram account. @returns null if there is none, or if it cannot be had. */
export async function accountPicture(
  graph: GraphClient,
  network: NetworkName,
  { accountId, token }: Credentials,
  hosts: Hosts,
): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(TIME_MS);
  const answer = await graph.get(accountId, token, { fields: FIELDS[network] }, signal);
  if (answer.kind !== 'ok') return null;
  const address = addressIn(answer.json);
  return address === undefined ? null : download(address, hosts, signal);
}

function addressIn({ picture, profile_picture_url: url }: Record<string, unknown>): string | undefined {
  const data = asObject(asObject(picture)?.data);
  return data?.is_silhouette === true ? undefined : textOf(data?.url ?? url);
}

/** The token stays behind: what keeps pictures is another host. */
async function download(address: string, hosts: Hosts, signal: AbortSignal): Promise<Buffer | null> {
  let url = parsed(address);
  for (let n = 0; n <= MOST_REDIRECTS && url && mayAsk(url, hosts); n++) {
    const response = await get(url, hosts, signal);
    if (!response) return null;
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return isPicture(headers) ? read(response) : close(response);
    close(response);
    url = REDIRECTS.includes(statusCode) ? parsed(headers.location ?? '', url) : undefined;
  }
  return null;
}

const parsed = (address: string, base?: URL): URL | undefined =>
  URL.canParse(address, base?.href) ? new URL(address, base) : undefined;

const isStandIn = ({ graphUrl }: Hosts): boolean => new URL(graphUrl).protocol === 'http:';

/** Hosts of the web by https; where a stand-in answers for Meta, only its own machine, so that nothing leaves it. */
function mayAsk({ protocol, hostname, origin }: URL, hosts: Hosts): boolean {
  if (isStandIn(hosts)) return hostname === new URL(hosts.graphUrl).hostname && /^https?:$/.test(protocol);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && isPublicOrigin(origin);
}

const isPicture = ({ 'content-type': type = '', 'content-length': length = '0' }: http.IncomingHttpHeaders) =>
  /^image\/(jpeg|png|webp|gif)\b/.test(type) && Number(length) <= MOST_BYTES;

/** A proxy looks names up itself: which addresses it may reach is its own rule. */
function get(url: URL, hosts: Hosts, signal: AbortSignal): Promise<http.IncomingMessage | null> {
  const lookup = isStandIn(hosts) ? undefined : publicLookup;
  return new Promise((resolve) => {
    const { get: ask } = url.protocol === 'https:' ? https : http;
    ask(url, { ...connectionBy(hosts.proxy, url, 'once'), lookup, signal }, resolve).on('error', () =>
      resolve(null),
    );
  });
}

async function read(response: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

function close(response: http.IncomingMessage): null {
  response.on('error', () => undefined).destroy();
  return null;
}
