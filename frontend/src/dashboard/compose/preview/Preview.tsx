import { useState } from 'react';
import { nameOf } from '../../accounts/account';
import { AccountPicture } from '../../accounts/AccountPicture';
import type { ChosenFile } from '../chosenFile';
import { isFleeting } from '../fitting';
import type { FittingTarget } from '../sending';
import { TEXTS } from '../texts';
import type { UnsentPost } from '../unsentPost';
import { Feed } from './Feed';
import { Tall } from './Tall';

interface PreviewProps {
  post: UnsentPost;
  files: readonly ChosenFile[];
  targets: readonly FittingTarget[];
}

/** The post as each network shows it, from the local files. */
export function Preview({ post, files, targets }: PreviewProps) {
  const [wanted, setWanted] = useState<number>();
  const target = targets.find(({ accountId }) => accountId === wanted) ?? targets[0];
  if (!target) return <p className="preview-note">{TEXTS.previewEmpty}</p>;
  const { network, format } = target;
  const isStory = format !== null && isFleeting(network, format);
  const account = { ...target.account, name: nameOf(target.account) };
  const shown = {
    account,
    format,
    text: (target.text ?? post.text).trim(),
    link: post.link.trim(),
    cover: post.cover,
    files,
    isFleeting: isStory,
  };
  const comment = post.firstComment.trim();
  return (
    <div className="preview">
      {targets.length > 1 && (
        <div className="preview-accounts" role="group" aria-label={TEXTS.previewOf}>
          {targets.map((each) => (
            <button
              key={each.accountId}
              type="button"
              aria-pressed={each === target}
              aria-label={nameOf(each.account)}
              title={nameOf(each.account)}
              onClick={() => {
                setWanted(each.accountId);
              }}
            >
              <AccountPicture account={{ ...each.account, name: nameOf(each.account) }} size="large" />
            </button>
          ))}
        </div>
      )}
      {format && <p className="preview-note">{TEXTS.formatOn(network, format)}</p>}
      {format === null ? (
        <p className="preview-note">{TEXTS.previewNoFile}</p>
      ) : format === 'reel' || isStory ? (
        <Tall key={target.accountId} {...shown} />
      ) : (
        <Feed key={target.accountId} {...shown} />
      )}
      {comment && !isStory && format !== null && (
        <div className="preview-comment">
          <AccountPicture account={account} />
          <p>
            <b dir="auto">{account.name}</b>
            <span className="preview-sr">{TEXTS.commentLabel}: </span>
            <span dir="auto">{comment}</span>
          </p>
        </div>
      )}
    </div>
  );
}
