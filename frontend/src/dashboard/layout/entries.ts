import HomeIcon from '@mui/icons-material/HomeOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import VideosIcon from '@mui/icons-material/VideocamOutlined';
import type { ElementType } from 'react';
import type { User } from '../../types';

interface Entry {
  to: string;
  label: string;
  icon: ElementType;
  /** Absent: everybody sees it. */
  visibleTo?: (user: User) => boolean;
}

const ENTRIES: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: HomeIcon },
  { to: '/dashboard/videos', label: 'Facebook Videos', icon: VideosIcon },
  { to: '/dashboard/settings', label: 'Settings', icon: SettingsIcon },
];

export const entriesFor = (user: User) => ENTRIES.filter(({ visibleTo }) => visibleTo?.(user) ?? true);
