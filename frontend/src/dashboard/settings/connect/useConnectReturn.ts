import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsLeft } from '../../posts/upload/useIsLeft';
import { TEXTS } from './texts';

const FAILURES = { denied: TEXTS.denied, expired: TEXTS.expired, failed: TEXTS.failed };

type Failure = keyof typeof FAILURES;

/**
 * What Facebook's dialog came back with, which the address of this screen says. An offer stays there until it is closed,
 * so that a reload shows it again; a failure leaves at once, so that a reload does not repeat it.
 */
export function useConnectReturn() {
  const [params, setParams] = useSearchParams();
  const offer = idIn(params.get('connect'));
  const failed = params.get('connect_error');
  const isLeft = useIsLeft();
  const [failure, setFailure] = useState<Failure>();
  if (isFailure(failed) && failed !== failure) setFailure(failed);
  const spent = failed !== null || (params.has('connect') && offer === undefined);
  useEffect(() => {
    if (spent) setParams(withoutReturn, { replace: true });
  }, [spent, setParams]);
  return {
    offer,
    failure: failure && FAILURES[failure],
    close() {
      // From another screen, or with another offer, this would lead back.
      const isShown = idIn(new URLSearchParams(location.search).get('connect')) === offer;
      if (isShown && !isLeft()) setParams(withoutReturn, { replace: true });
    },
    dismiss() {
      setFailure(undefined);
    },
  };
}

const isFailure = (name: string | null): name is Failure => name !== null && Object.hasOwn(FAILURES, name);

const idIn = (text: string | null) =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

function withoutReturn(params: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(params);
  left.delete('connect');
  left.delete('connect_error');
  return left;
}
