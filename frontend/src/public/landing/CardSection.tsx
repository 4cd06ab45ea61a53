import type { Card } from './content';

interface CardSectionProps {
  id: string;
  title: string;
  lead: string;
  cards: Card[];
}

/** A list of cards; start.ts fades each in when it is first visible. */
export function CardSection({ id, title, lead, cards }: CardSectionProps) {
  return (
    <section className="wide" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      <ul id={`${id}-cards`} className={`cards of-${cards.length}`}>
        {cards.map(({ name, text, art, icon, isHere }) => (
          <li className={isHere === false ? 'card soon' : 'card'} key={name}>
            {art}
            {icon && <span className="card-icon">{icon}</span>}
            {isHere !== undefined && (
              <span className={isHere ? 'badge here' : 'badge'}>{isHere ? 'Now here' : 'Soon'}</span>
            )}
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
