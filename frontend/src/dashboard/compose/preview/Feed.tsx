import { AccountPicture } from '../../accounts/AccountPicture';
import { shapeOf } from '../chosenFile';
import { TEXTS } from '../texts';
import { Carousel } from './Carousel';
import { FoldedText } from './FoldedText';
import { Medium } from './Medium';
import type { Shown } from './shown';

/** A post in the feed: Facebook writes above the picture, Instagram below it. */
export function Feed(shown: Shown) {
  const { account, text } = shown;
  const isBelow = account.network === 'instagram';
  const words = text && (
    <p className="preview-words">
      {isBelow && <b dir="auto">{account.name} </b>}
      <FoldedText text={text} network={account.network} />
    </p>
  );
  return (
    <div className="preview-card">
      <div className="preview-head">
        <AccountPicture account={account} size="large" />
        <span>
          <b dir="auto">{account.name}</b>
          <small>{TEXTS.justNow}</small>
        </span>
      </div>
      {!isBelow && words}
      <Media {...shown} />
      {isBelow && words}
    </div>
  );
}

const MOST_IN_GRID = 4;

function Media({ files, format, cover, link }: Shown) {
  const [first] = files;
  if (!first) return link ? <LinkCard link={link} /> : null;
  if (format === 'carousel') return <Carousel files={files} />;
  if (files.length === 1)
    return (
      <div className="preview-medium" style={{ aspectRatio: Math.max(0.8, shapeOf(first)) }}>
        <Medium key={first.key} file={first} cover={cover} />
      </div>
    );
  const more = files.length - MOST_IN_GRID;
  return (
    <div className={`preview-grid has-${Math.min(MOST_IN_GRID, files.length)}`}>
      {files.slice(0, MOST_IN_GRID).map((file, n) => (
        <div key={file.key}>
          <Medium file={file} />
          {n === MOST_IN_GRID - 1 && more > 0 && <span>+{more}</span>}
        </div>
      ))}
    </div>
  );
}

/** Facebook fetches title and picture itself, when the post goes out. */
function LinkCard({ link }: { link: string }) {
  const host = URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : link;
  return (
    <div className="preview-link">
      <small>{host.toUpperCase()}</small>
      <span dir="auto">{link}</span>
    </div>
  );
}
