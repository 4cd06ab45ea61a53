import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'settings',
  label: 'Settings',
  icon: SettingsIcon,
  load: () => import('./Settings'),
} satisfies ScreenManifest;
