import PublicationsIcon from '@mui/icons-material/ReceiptLongOutlined';
import ActivityIcon from '@mui/icons-material/HistoryOutlined';
import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import CategoriesIcon from '@mui/icons-material/LabelOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import PictureIcon from '@mui/icons-material/PhotoOutlined';
import PlayIcon from '@mui/icons-material/SmartDisplayOutlined';
import PlansIcon from '@mui/icons-material/SellOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SharedVideosIcon from '@mui/icons-material/VideoLibraryOutlined';
import SubscriptionsIcon from '@mui/icons-material/CardMembershipOutlined';
import UsersIcon from '@mui/icons-material/PeopleOutlined';
import CameraIcon from '@mui/icons-material/VideocamOutlined';
import type { ElementType } from 'react';
import { LISTS, slugOf } from '../../../../backend/publishing/formats/lists';
import type { User } from '../../types';
import { mediaOf } from '../posts/texts';

const ICONS = { camera: CameraIcon, play: PlayIcon, picture: PictureIcon };

export interface Entry {
  to: string;
  label: string;
  icon: ElementType;
  /** Absent: everybody sees it. */
  visibleTo?: (user: User) => boolean;
  /** Whose screen it shares; absent: it has its own. */
  code?: string;
}

export const isAdmin = ({ is_admin }: User) => is_admin === 1;
export const mayShare = (user: User) => user.can_use_shared_videos === 1 || isAdmin(user);

export const ENTRIES: Entry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: HomeIcon },
  { to: '/dashboard/calendar', label: 'Calendar', icon: CalendarIcon },
  ...LISTS.map((list) => ({
    to: `/dashboard/${slugOf(list)}`,
    label: list.title,
    icon: ICONS[list.icon],
    code: `/dashboard/${mediaOf(list) === 'image' ? 'photos' : 'videos'}`,
  })),
  { to: '/dashboard/captions', label: 'Captions', icon: CaptionsIcon },
  { to: '/dashboard/shared-videos', label: 'Shared Videos', icon: SharedVideosIcon, visibleTo: mayShare },
  { to: '/dashboard/categories', label: 'Categories', icon: CategoriesIcon, visibleTo: isAdmin },
  { to: '/dashboard/settings', label: 'Settings', icon: SettingsIcon },
];

export const ADMIN_ENTRIES: Entry[] = [
  { to: '/dashboard/admin/users', label: 'Users', icon: UsersIcon },
  { to: '/dashboard/admin/plans', label: 'Plans', icon: PlansIcon },
  { to: '/dashboard/admin/subscriptions', label: 'Subscriptions', icon: SubscriptionsIcon },
  { to: '/dashboard/admin/publications', label: 'Publish Log', icon: PublicationsIcon },
  { to: '/dashboard/admin/activity', label: 'Activity', icon: ActivityIcon },
];

export const entriesFor = (user: User) => ENTRIES.filter(({ visibleTo }) => visibleTo?.(user) ?? true);
export const adminEntriesFor = (user: User) => (isAdmin(user) ? ADMIN_ENTRIES : []);
