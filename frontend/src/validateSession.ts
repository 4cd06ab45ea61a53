import { isApiError, publicApi } from './api';
import { currentSession, keepUser, sessionEnded, setValidating } from './session';

/** Asks, when the app opens, whether the stored token still holds. Only a refusal ends the session. */
export async function validateSession(): Promise<void> {
  const { token } = currentSession();
  if (!token) return;
  const isStillIt = () => currentSession().token === token;
  setValidating(true);
  try {
    const { user } = await publicApi.validateToken();
    if (isStillIt()) keepUser(user);
  } catch (error) {
    if (isApiError(error) && error.status === 401 && isStillIt()) sessionEnded();
  } finally {
    setValidating(false);
  }
}
