import PlansIcon from '@mui/icons-material/SellOutlined';
import { isAdmin } from '../../../roles';
import type { ScreenManifest } from '../../screenManifest';

export default {
  path: 'admin/plans',
  label: 'Plans',
  icon: PlansIcon,
  load: () => import('./Plans'),
  isResource: true,
  section: 'administration',
  visibleTo: isAdmin,
} satisfies ScreenManifest;
