import { useEffect, useState } from 'react';
import { fetchConfig, rememberedConfig } from '../config';

/** Whether registration is open: the last known answer until the current one arrives. */
export function useRegistration(): 'open' | 'closed' {
  const [registration, setRegistration] = useState(rememberedConfig()?.registration ?? 'open');
  useEffect(() => {
    fetchConfig().then(
      (config) => {
        setRegistration(config.registration);
      },
      // The server refuses registration if it is closed.
      () => undefined,
    );
  }, []);
  return registration;
}
