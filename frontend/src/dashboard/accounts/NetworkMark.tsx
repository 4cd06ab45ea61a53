import type { Network } from './account';
import { TEXTS } from './texts';

const MARKS: Record<Network, string> = {
  facebook:
    'M13.4 21v-7.6h2.6l.5-3.1h-3.1V8.4c0-.9.4-1.6 1.7-1.6h1.5V4.2S15.4 4 14.3 4c-2.4 0-4 1.4-4 4v2.3H7.6v3.1h2.7V21z',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2.2A2.8 2.8 0 0 0 5.2 8v8A2.8 2.8 0 0 0 8 18.8h8a2.8 2.8 0 0 0 2.8-2.8V8A2.8 2.8 0 0 0 16 5.2zm4 2.6a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zm0 2.2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
};

export const NetworkMark = ({ network }: { network: Network }) => (
  <svg className="network-mark" viewBox="0 0 24 24" role="img" aria-label={TEXTS[network]}>
    <path d={MARKS[network]} fill="currentColor" fillRule="evenodd" />
  </svg>
);
