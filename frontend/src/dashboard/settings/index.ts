import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { POST_TOPICS } from '../../../../backend/publishing/formats/lists';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'settings',
  label: 'Settings',
  icon: SettingsIcon,
  load: () => import('./Settings'),
  liveQueries: [{ queryKey: ['queue'], topics: [...POST_TOPICS, 'accounts'] }],
} satisfies ScreenManifest;
