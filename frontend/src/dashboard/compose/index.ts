import AddIcon from '@mui/icons-material/AddRounded';
import { POST_TOPICS } from '../../../../backend/publishing/formats/lists';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'compose',
  label: 'New Post',
  icon: AddIcon,
  section: 'action',
  load: () => import('./Compose'),
  liveQueries: [{ queryKey: ['edited-post'], topics: POST_TOPICS }],
} satisfies ScreenManifest;
