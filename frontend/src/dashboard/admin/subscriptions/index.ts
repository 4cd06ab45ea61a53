import SubscriptionsIcon from '@mui/icons-material/CardMembershipOutlined';
import { isAdmin } from '../../../roles';
import type { ScreenManifest } from '../../screenManifest';

export default {
  path: 'admin/subscriptions',
  label: 'Subscriptions',
  icon: SubscriptionsIcon,
  load: () => import('./Subscriptions'),
  isResource: true,
  section: 'administration',
  visibleTo: isAdmin,
} satisfies ScreenManifest;
