import type { KeyboardEvent } from 'react';

/** Leaves a form by Escape, but not while that key belongs to an input method. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !event.nativeEvent.isComposing) leave();
};
