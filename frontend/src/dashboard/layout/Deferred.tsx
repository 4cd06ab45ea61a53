import Box from '@mui/material/Box';
import { startTransition, useEffect, useState, type ReactNode } from 'react';

interface DeferredProps {
  /** What stands there first; absent: room, so that the scroll bar is there from the start. */
  until?: ReactNode;
  children: ReactNode;
}

/** Draws a part of the page after the rest, and in slices: drawn at once, they would keep the page from answering. */
export function Deferred({ until = <Box sx={{ height: '100vh' }} />, children }: DeferredProps) {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setTurn(true);
    });
  }, []);
  return isTurn ? children : until;
}
