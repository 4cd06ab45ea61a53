import { useState } from 'react';
import type { Network } from '../../accounts/account';
import { TEXTS } from '../texts';
import { folded } from './folded';

interface FoldedTextProps {
  text: string;
  network: Network;
  isOverFilm?: boolean;
}

/** A text as the network folds it; a press opens it, as there. */
export function FoldedText({ text, network, isOverFilm = false }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  const start = folded(text, network, isOverFilm);
  if (start === null) return <span dir="auto">{text}</span>;
  const more = network === 'facebook' && !isOverFilm ? TEXTS.seeMore : TEXTS.more;
  return (
    <>
      <span dir="auto">{isOpen ? text : `${start}… `}</span>
      <button
        type="button"
        className="preview-more"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? TEXTS.less : more}
      </button>
    </>
  );
}
