import UsersIcon from '@mui/icons-material/PeopleOutlined';
import { isAdmin } from '../../../roles';
import type { ScreenManifest } from '../../screenManifest';

export default {
  path: 'admin/users',
  label: 'Users',
  icon: UsersIcon,
  load: () => import('./Users'),
  isResource: true,
  section: 'administration',
  visibleTo: isAdmin,
  liveQueries: [{ queryKey: ['admin/users'], topics: ['subscriptions'] }],
} satisfies ScreenManifest;
