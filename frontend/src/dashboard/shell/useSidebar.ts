import { useState } from 'react';
import { SIDEBAR_KEY } from '../../keys';

const COLLAPSED = 'collapsed';
const EXPANDED = 'expanded';

/** Whether the sidebar is expanded: as it was left in this browser, and at first where there is room for it. */
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
