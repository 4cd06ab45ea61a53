import { useId, type ReactNode } from 'react';
import { Face } from '../../accounts/AccountPicture';
import { NetworkMark } from '../../accounts/NetworkMark';
import type { Network } from '../../accounts/account';
import type { PageOnOffer } from './calls';
import { keyOfInstagram, keyOfPage } from './choice';
import { TEXTS } from './texts';
import type { PickerState } from './usePicker';

interface PickerPageProps extends Pick<PickerState, 'choice' | 'toggle' | 'busy'> {
  page: PageOnOffer;
}

/** A Page with its Instagram account, each with a box to tick. */
export function PickerPage({ page, choice, toggle, busy }: PickerPageProps) {
  const { name, picture_url: picture, can_post: canPost, why_not: whyNot, connected, instagram } = page;
  const reason = useId();
  const box = (key: string) => ({
    checked: canPost && choice.has(key),
    disabled: busy || !canPost,
    describedBy: whyNot ? reason : undefined,
    tick: (on: boolean) => {
      toggle([key], on);
    },
  });
  return (
    <li className={canPost ? 'picker-page' : 'picker-page is-off'}>
      <Choice network="facebook" name={name} connected={connected} {...box(keyOfPage(page))}>
        <span className="account-picture is-large">
          <Face name={name} src={ours(picture)} />
          <NetworkMark network="facebook" />
        </span>
      </Choice>
      {instagram && (
        <Choice
          network="instagram"
          name={`@${instagram.username}`}
          connected={instagram.connected}
          {...box(keyOfInstagram(instagram))}
        >
          <span className="picker-mark">
            <NetworkMark network="instagram" />
          </span>
        </Choice>
      )}
      {whyNot && (
        <p id={reason} className="picker-why">
          {whyNot}
        </p>
      )}
    </li>
  );
}

/** The page's policy loads nothing from elsewhere. */
const ours = (url: string | null) => (url?.startsWith('/') ? url : null);

interface ChoiceProps {
  network: Network;
  name: string;
  connected: boolean;
  checked: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  tick: (on: boolean) => void;
  children: ReactNode;
}

function Choice({ network, name, connected, checked, disabled, describedBy, tick, children }: ChoiceProps) {
  return (
    <label className={`picker-choice is-${network}`}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          tick(target.checked);
        }}
      />
      {children}
      <span className="picker-name" dir="auto">
        {name}
      </span>
      {connected && <span className="picker-connected">{TEXTS.connected}</span>}
    </label>
  );
}
