import { createContext, useContext } from 'react';
import type { Channel } from './channel';

const ChannelContext = createContext<Channel | undefined>(undefined);

export const ChannelProvider = ChannelContext.Provider;

export function useChannel(): Channel {
  const channel = useContext(ChannelContext);
  if (!channel) throw new Error('no channel around this component');
  return channel;
}
