import { Suspense } from 'react';
import { lazyPart } from '../../../lazyPart';
import { useNewRecoveryCodes } from './useNewRecoveryCodes';

const RecoveryCodes = lazyPart(() =>
  import('./RecoveryCodes').then((part) => ({ default: part.RecoveryCodes })),
);

/** Their code has to be there before they are: after a new release, the page would be reloaded to get it. */
export const recoveryCodesReady = RecoveryCodes.ready;

/** Outside the screens, since the answer may arrive when the settings are left. */
export function NewRecoveryCodes() {
  const { codes, forget } = useNewRecoveryCodes();
  if (!codes) return null;
  return (
    <Suspense fallback={null}>
      <RecoveryCodes codes={codes} close={forget} />
    </Suspense>
  );
}
