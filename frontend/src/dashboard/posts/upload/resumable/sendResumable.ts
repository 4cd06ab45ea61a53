import { ApiError, isApiError, isUnreachable, unansweredError, withinSession } from '../../../../api';
import { unanswered, whenReached } from '../../../../serverReachability';
import type { Schemas, Uploaded } from '../../../../types';
import { NETWORK_NAME } from '../../screenFormat';
import { CANCELLED, type FileToSend, type Sending } from '../sendFile';
import { TEXTS } from '../texts';
import { fetchMedium, postFromMedia, setPosterOfMedium } from './mediaCalls';
import { transfer } from './transfer';
import { discardUpload, endUploads, forgetUpload, rememberAsked, wasAsked } from './unfinishedUploads';
import { stopped, unlessStopped } from './unlessStopped';

type Medium = Schemas['MediumView'];

/** Uploads a file in pieces, and makes posts of it. */
export async function sendResumable(
  resource: string,
  toSend: FileToSend,
  sending: Sending,
): Promise<Uploaded> {
  try {
    return await sendAndPost(resource, toSend, sending);
  } finally {
    endUploads(sending.signal);
  }
}

async function sendAndPost(resource: string, toSend: FileToSend, sending: Sending): Promise<Uploaded> {
  const upload = await withinSession(() => transfer(resource, toSend, sending));
  const medium = await readyMedium(upload, toSend, sending).catch((error: unknown) => {
    if (sending.signal.reason === CANCELLED) void discardUpload(upload);
    throw error;
  });
  const answer = isMade(upload, medium) ? {} : await makePosts(resource, upload, medium, toSend, sending);
  forgetUpload(upload);
  return answer;
}

const isUsed = ({ expires_at }: Medium) => expires_at === null;

/** Ours were made of it, and the answer that said so was lost. Something else may have been made of it as well. */
const isMade = (upload: string, medium: Medium) => isUsed(medium) && wasAsked(upload);

/** With its picture, for the posts that are to be made of it. @throws DOMException when it is stopped */
async function readyMedium(upload: string, { poster }: FileToSend, sending: Sending): Promise<Medium> {
  const { signal } = sending;
  const medium = await mediumOf(upload, sending);
  if (isMade(upload, medium)) return medium;
  // Without its picture, a post shows a sign.
  if (poster) await setPosterOfMedium(upload, poster, signal).catch(() => undefined);
  if (signal.aborted) throw stopped();
  return medium;
}

async function mediumOf(upload: string, sending: Sending): Promise<Medium> {
  try {
    const medium = await unlessStopped(sending.signal, fetchMedium(upload));
    sending.onWay(null);
    return medium;
  } catch (error) {
    // A file that is nothing we take is deleted by now.
    if (isApiError(error) && error.status === 422) forgetUpload(upload);
    if (!isUnreachable(error) || sending.signal.aborted) throw error;
    sending.onWay('lost');
    await unlessStopped(sending.signal, unanswered().then(whenReached));
    return mediumOf(upload, sending);
  }
}

async function makePosts(
  resource: string,
  upload: string,
  medium: Medium,
  { title, description, time, accountIds = [] }: FileToSend,
  { onAsked }: Sending,
): Promise<Uploaded> {
  rememberAsked(upload);
  onAsked?.();
  try {
    return await postFromMedia(resource, {
      media_ids: [medium.id],
      titles: [title],
      descriptions: [description],
      scheduled_for: [time],
      ...(accountIds.length > 0 && { account_ids: [...accountIds] }),
    });
  } catch (error) {
    if (isUnreachable(error)) return outcomeOf(upload, isUsed(medium));
    if (isApiError(error) && error.status === 422 && error.errors[medium.name]) throw unsuited(error, medium);
    throw error;
  }
}

const LOOKS = 3;
const BETWEEN_LOOKS_MS = 1_000;

/**
 * The answer was lost. It is never asked for twice: the post is there, or the user decides.
 * @param wasUsed so that a use of the upload says nothing
 */
async function outcomeOf(upload: string, wasUsed: boolean): Promise<Uploaded> {
  await unanswered();
  await whenReached();
  for (let look = 0; look < LOOKS && !wasUsed; look++) {
    const medium = await fetchMedium(upload).catch(() => undefined);
    if (medium && isUsed(medium)) return {};
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  throw unansweredError(TEXTS.unknownOutcome);
}

/** The list refuses the file: says which formats would take it. */
function unsuited(error: ApiError, { name, fits }: Medium): ApiError {
  const taking = fits
    .filter(({ ok }) => ok === 1)
    .map(({ network, format }) => TEXTS.formatOf(NETWORK_NAME[network], format));
  const hint = taking.length > 0 ? TEXTS.suits(taking.join(', ')) : TEXTS.suitsNothing;
  const sentence = (error.errors[name]?.[0] ?? error.message).replace(/\.$/, '');
  return new ApiError(error.status, error.error, error.message, { [name]: [`${sentence}. ${hint}`] });
}
