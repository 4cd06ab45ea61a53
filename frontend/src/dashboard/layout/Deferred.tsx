import Box from '@mui/material/Box';
import { startTransition, useEffect, useState, type ReactNode } from 'react';

interface DeferredProps {
  /** Shown first; absent: an empty screen height, so that the scroll bar does not appear later. */
  until?: ReactNode;
  children: ReactNode;
}

/** Renders its children in a transition after the first paint, to keep the page responsive. */
export function Deferred({ until = <Box sx={{ height: '100vh' }} />, children }: DeferredProps) {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setTurn(true);
    });
  }, []);
  return isTurn ? children : until;
}
