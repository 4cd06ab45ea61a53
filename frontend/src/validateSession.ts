import { publicApi } from './api';
import { currentSession, keepUser, setValidating } from './session';

/** When the app opens, asks whether the stored token is still valid; a refusal ends the session, see withinSession(). */
export async function validateSession(): Promise<void> {
  const { token } = currentSession();
  if (!token) return;
  const isStillIt = () => currentSession().token === token;
  setValidating(true);
  try {
    const { user } = await publicApi.validateToken();
    if (isStillIt()) keepUser(user);
  } catch {
    // Without an answer the session goes on.
  } finally {
    setValidating(false);
  }
}
