import { authorize } from './admission';
import { metaError, objectMissing, Refused, unknownPath, type Answer } from './answer';
import type { Linked, MetaCall } from './call';
import { shortcodeOf } from './instagram';
import type { Route } from './routes';

/** Applies a complete call to the world and answers it. `refusal`: the answer to an upload whose head was refused. */
export function perform(call: MetaCall, { isVersioned }: Route, refusal?: Answer): Answer {
  const { edge } = call;
  if (!edge || !isVersioned) return unknownPath(call.url.pathname);
  const refused = () => refusal ?? (call.host === 'rupload' ? undefined : refuse(call));
  const answer = answerOrRefusal(() => refused() ?? edge.answer(call));
  call.effect = answer.status < 400;
  // Observed: Meta answers this error *after* the write took effect.
  return call.effect && call.method === 'POST' && call.params.fields !== undefined
    ? metaError(20, 1772107, 'Unsupported response format')
    : answer;
}

function refuse(call: MetaCall): Answer | undefined {
  const refusal = authorize(call);
  if (refusal) return refusal;
  const { account, node, edge } = call;
  const kind = edge?.on;
  const isThere = account?.kind === kind && (node === 'me' || node === account?.id);
  return kind && !isThere ? objectMissing(node) : call.hooks.admitted?.();
}

function answerOrRefusal(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/** The headers of every answer. Meta sends JSON with this content type. */
export const headersOf = (answer: Answer, version: string): Record<string, string> => ({
  'content-type': 'text/javascript; charset=UTF-8',
  'facebook-api-version': version,
  'x-app-usage': '{"call_count":1,"total_cputime":1,"total_time":1}',
  ...answer.headers,
});

/** The public address of an object. Meta's own addresses of videos are relative. */
export function permalinkOf(kind: Linked, owner: string, id: string): string {
  switch (kind) {
    case 'reel':
    case 'session':
      return `https://www.facebook.com/reel/${id}`;
    case 'video':
    case 'video_post':
      return `/${owner}/videos/${id}/`;
    case 'photo':
      return `https://www.facebook.com/photo.php?fbid=${id}`;
    case 'story_video':
    case 'story':
      return `https://www.facebook.com/stories/${owner}/${id}`;
    case 'post':
      return `https://www.facebook.com/${owner}/posts/${id}`;
    case 'instagram_post':
      return `https://www.instagram.com/p/${shortcodeOf(id)}/`;
    case 'instagram_story':
      return `https://www.instagram.com/stories/${owner}/${id}`;
    case 'container':
    case 'media':
    case 'comment':
      return `https://www.instagram.com/reel/${shortcodeOf(id)}/`;
  }
}
