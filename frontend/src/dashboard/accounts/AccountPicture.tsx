import { useState } from 'react';
import { mediaUrl } from '../posts/Thumbnail';
import './account.css';
import { NetworkMark } from './NetworkMark';
import type { ShownAccount } from './shownAccounts';

interface AccountPictureProps {
  account: ShownAccount;
  size?: 'small' | 'large';
}

/** Picture or initial, with the mark of the network. Plain elements, since there may be hundreds. */
export function AccountPicture({ account, size = 'small' }: AccountPictureProps) {
  const { network, name, picture_path: path } = account;
  return (
    <span className={`account-picture is-${size}`}>
      <Face name={name} src={path && mediaUrl(path)} />
      <NetworkMark network={network} />
    </span>
  );
}

/** A picture that cannot be shown is replaced by the initial. */
export function Face({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string>();
  const letter = [...name.replace(/^@/, '')][0]?.toUpperCase();
  if (!src || src === broken) return <span aria-hidden="true">{letter}</span>;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => {
        setBroken(src);
      }}
    />
  );
}
