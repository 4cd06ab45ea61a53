import { MutationCache, notifyManager } from '@tanstack/react-query';

const waiting: (() => void)[] = [];

function showAll() {
  for (const show of waiting.splice(0)) show();
}

// By default each has a timer of its own, and a browser that is busy handles a second press before any timer.
notifyManager.setScheduler((show) => {
  waiting.push(show);
  setTimeout(showAll, 0);
});

/** Shows that a mutation has begun before the next press arrives: a double click must not send a form twice. */
export const beginningsShown = () => new MutationCache({ onMutate: showAll });
