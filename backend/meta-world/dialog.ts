import { metaError, ok, tokenExpired, unknownPath, type Answer } from './answer';
import type { Choice, DialogRequest, Edge, MetaApp, MetaCall } from './call';
import { longLived, SHORT_LIFE_S, SIXTY_DAYS_S, type CodeProblem } from './logins';

/** The permissions that a login configuration asks for. */
const DIALOG_PERMISSIONS = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
];

/**
 * Reads the address of a dialog. With a problem the person sees it as a page, and the browser is sent nowhere, since
 * the address to send it to is not to be trusted.
 */
export function readDialog(query: URLSearchParams, app: MetaApp): DialogRequest | { problem: string } {
  const redirectUri = query.get('redirect_uri') ?? '';
  const type = query.get('response_type') ?? 'code';
  if (query.get('client_id') !== app.id) return { problem: 'Invalid App ID.' };
  if (!isAddress(redirectUri) || !(app.redirectUris?.includes(redirectUri) ?? true))
    return { problem: 'The redirect URI is not among the Valid OAuth Redirect URIs of this app.' };
  if (type !== 'code') return { problem: `This app does not take the response type ${type}.` };
  const scope = query.get('scope');
  const configured = query.get('config_id');
  if (configured !== null && scope !== null)
    return { problem: 'A login configuration says which permissions are asked for: leave out scope.' };
  const asked = (scope ?? '').split(',').filter((name) => name !== '');
  return {
    appId: app.id,
    redirectUri,
    state: query.get('state') ?? undefined,
    asked: configured === null ? asked : DIALOG_PERMISSIONS,
  };
}

/** The address to send the browser back to. */
export function dialogAnswer(
  { world }: Pick<MetaCall, 'world'>,
  request: DialogRequest,
  choice: Choice,
): string {
  const { redirectUri, state, appId, asked } = request;
  const url = new URL(redirectUri);
  const back: Record<string, string> = choice
    ? { code: world.logins.allow({ appId, redirectUri, asked, ...choice }) }
    : {
        error: 'access_denied',
        error_code: '200',
        error_description: 'Permissions error',
        error_reason: 'user_denied',
      };
  for (const [name, value] of Object.entries(back)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  // Meta adds this to every address without a fragment.
  url.hash = '_=_';
  return url.href;
}

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Where somebody is there to answer: tests answer at once. The rehearsal has a page of its own. */
const dialog: Edge = {
  answer(call) {
    const { hooks, settings, url } = call;
    if (!hooks.asked || !settings.loginApp) return unknownPath(url.pathname);
    const request = readDialog(url.searchParams, settings.loginApp);
    if ('problem' in request) return { status: 400, body: request.problem };
    const location = dialogAnswer(call, request, hooks.asked(request));
    return { status: 302, body: '', headers: { location } };
  },
};

const oauth: Edge = {
  answer: (call) => (call.params.grant_type === 'fb_exchange_token' ? extend(call) : redeem(call)),
};

function extend({ accounts: known, settings, params }: MetaCall): Answer {
  const token = params.fb_exchange_token ?? '';
  const refusal = settings.app && refuseApp(settings.app, params);
  if (refusal) return refusal;
  if (!known.identify(token) || known.refusalOf(token)) return tokenExpired();
  const access_token = longLived(token) ?? known.exchange(token);
  return ok({ access_token, token_type: 'bearer', expires_in: SIXTY_DAYS_S });
}

function redeem({ world, settings: { loginApp }, params }: MetaCall): Answer {
  const refusal = loginApp ? refuseApp(loginApp, params) : invalidApp();
  if (refusal) return refusal;
  const { code = '', client_id = '', redirect_uri = '' } = params;
  const redeemed = world.logins.redeem(code, client_id, redirect_uri);
  if ('problem' in redeemed) return CODE_PROBLEMS[redeemed.problem]();
  return ok({ access_token: redeemed.token, token_type: 'bearer', expires_in: SHORT_LIFE_S });
}

function refuseApp({ id, secret }: MetaApp, params: MetaCall['params']): Answer | undefined {
  if (params.client_id !== id) return invalidApp();
  return params.client_secret === secret
    ? undefined
    : metaError(1, null, 'Error validating client secret.', { status: 400 });
}

const invalidApp = () => metaError(101, null, 'Error validating application. Invalid application ID.');

const CODE_PROBLEMS: Record<CodeProblem, () => Answer> = {
  malformed: () => metaError(100, null, 'Invalid verification code format.'),
  expired: () => metaError(100, 36007, 'This authorization code has expired.'),
  used: () => metaError(100, 36009, 'This authorization code has been used.'),
  'other address': () =>
    metaError(
      100,
      36008,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    ),
};

export const loginEdges: Record<string, Edge> = { dialog, oauth };
