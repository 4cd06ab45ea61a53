import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'captions',
  label: 'Captions',
  icon: CaptionsIcon,
  load: () => import('./Captions'),
  isResource: true,
  liveQueries: [{ queryKey: ['captions'], topics: ['subscriptions'] }],
} satisfies ScreenManifest;
