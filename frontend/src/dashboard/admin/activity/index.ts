import ActivityIcon from '@mui/icons-material/HistoryOutlined';
import { isAdmin } from '../../../roles';
import type { ScreenManifest } from '../../screenManifest';

export default {
  path: 'admin/activity',
  label: 'Activity',
  icon: ActivityIcon,
  load: () => import('./ActivityLog'),
  isResource: true,
  section: 'administration',
  visibleTo: isAdmin,
} satisfies ScreenManifest;
