import { createContext, useContext } from 'react';
import type { ScreenFormat } from './screenFormat';

const FormatContext = createContext<ScreenFormat | undefined>(undefined);

export const FormatProvider = FormatContext.Provider;

export function useFormat(): ScreenFormat {
  const format = useContext(FormatContext);
  if (!format) throw new Error('no format around this component');
  return format;
}
