import { useEffect, useState } from 'react';
import { fetchConfig, rememberedConfig } from '../config';

/** Whether people may register by themselves. Until the server has said so, what it said the last time holds. */
export function useRegistration(): 'open' | 'closed' {
  const [registration, setRegistration] = useState(rememberedConfig()?.registration ?? 'open');
  useEffect(() => {
    fetchConfig().then(
      (config) => {
        setRegistration(config.registration);
      },
      // Whoever tries all the same is told by the server.
      () => undefined,
    );
  }, []);
  return registration;
}
