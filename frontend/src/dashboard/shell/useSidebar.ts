import { useState } from 'react';
import { SIDEBAR_KEY } from '../../keys';

const COLLAPSED = 'collapsed';
const EXPANDED = 'expanded';

/** Whether the sidebar is expanded: as last left, initially if there is room. */
export function useSidebar() {
  const [expanded, setExpanded] = useState(() => {
    const left = localStorage.getItem(SIDEBAR_KEY);
    return left ? left === EXPANDED : innerWidth >= 1200;
  });
  const toggle = () => {
    localStorage.setItem(SIDEBAR_KEY, expanded ? COLLAPSED : EXPANDED);
    setExpanded(!expanded);
  };
  return { expanded, toggle };
}
