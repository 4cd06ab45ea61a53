import PublicationsIcon from '@mui/icons-material/ReceiptLongOutlined';
import { isAdmin } from '../../../roles';
import type { ScreenManifest } from '../../screenManifest';

export default {
  path: 'admin/publications',
  label: 'Publish Log',
  icon: PublicationsIcon,
  load: () => import('./Publications'),
  isResource: true,
  section: 'administration',
  visibleTo: isAdmin,
} satisfies ScreenManifest;
