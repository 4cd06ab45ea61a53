import AddIcon from '@mui/icons-material/AddRounded';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'compose',
  label: 'New Post',
  icon: AddIcon,
  section: 'action',
  load: () => import('./Compose'),
} satisfies ScreenManifest;
