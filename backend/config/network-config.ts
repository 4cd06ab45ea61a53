import type { Reader } from './reader';

export interface NetworkConfig {
  mode: 'rehearsal' | 'live';
  graphUrl: string;
  ruploadUrl: string;
  /** The login dialog is `<dialogUrl>/<version>/dialog/oauth`. */
  dialogUrl: string;
  version: string;
  /** How Instagram gets pictures, which it takes by address only. */
  pictures: PictureWay;
  /** The app at Meta, if there is one. */
  app?: MetaApp;
  /** Proxy for outgoing calls; `except` lists the hosts that are called directly. */
  proxy?: { url: string; except: string };
}

/** `link`: a signed address of ours; `page`: the address of an unpublished photo of the Page; `auto`: whichever works. */
export type PictureWay = (typeof PICTURE_WAYS)[number];

const PICTURE_WAYS = ['auto', 'link', 'page'] as const;

export interface MetaApp {
  id: string;
  secret: string;
  /** A configuration of Facebook Login for Business. It says which permissions the dialog asks for. */
  loginConfigId?: string;
}

const META_GRAPH = 'https://graph.facebook.com';
const META_RUPLOAD = 'https://rupload.facebook.com';
const META_DIALOG = 'https://www.facebook.com';

export function readNetwork(read: Reader): NetworkConfig {
  return {
    mode: read.oneOf('NETWORK', ['rehearsal', 'live'], 'rehearsal'),
    graphUrl: read.origin('GRAPH_URL', META_GRAPH),
    ruploadUrl: read.origin('RUPLOAD_URL', META_RUPLOAD),
    dialogUrl: read.origin('DIALOG_URL', META_DIALOG),
    version: read.matching('GRAPH_VERSION', /^v\d{1,3}\.\d{1,2}$/, 'v26.0', 'a version like v26.0'),
    pictures: read.oneOf('INSTAGRAM_PICTURES', PICTURE_WAYS, 'auto'),
    app: readMetaApp(read),
    proxy: readProxy(read),
  };
}

function readMetaApp(read: Reader): MetaApp | undefined {
  const id = read.matching('META_APP_ID', /^[\w-]{1,64}$/, undefined, 'the id of an app at Meta');
  const secret = read.matching(
    'META_APP_SECRET',
    /^[\x21-\x7e]+$/,
    undefined,
    'the secret of the app at Meta',
  );
  if (!read.text('META_APP_ID') && secret) read.refuse('META_APP_ID', 'set when META_APP_SECRET is set');
  if (!read.text('META_APP_SECRET') && id) read.refuse('META_APP_SECRET', 'set when META_APP_ID is set');
  const loginConfigId = read.matching(
    'META_CONFIG_ID',
    /^[\w-]{1,64}$/,
    undefined,
    'the id of a login configuration of the app',
  );
  if (loginConfigId && !id && !secret) read.refuse('META_APP_ID', 'set when META_CONFIG_ID is set');
  return id && secret ? { id, secret, ...(loginConfigId && { loginConfigId }) } : undefined;
}

/** Reads the variables as other programs do, also in lower case. */
function readProxy(read: Reader): NetworkConfig['proxy'] {
  const url = read.text('HTTPS_PROXY') ?? read.text('https_proxy');
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || new URL(url).protocol !== 'http:') {
    read.refuse('HTTPS_PROXY', 'http://host:port or http://user:pass@host:port');
    return undefined;
  }
  return { url, except: read.text('NO_PROXY') ?? read.text('no_proxy') ?? '' };
}
