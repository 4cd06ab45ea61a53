import SharedVideosIcon from '@mui/icons-material/VideoLibraryOutlined';
import { canUseSharedVideos } from '../../roles';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'shared-videos',
  label: 'Shared Videos',
  icon: SharedVideosIcon,
  load: () => import('./SharedVideos'),
  isResource: true,
  visibleTo: canUseSharedVideos,
} satisfies ScreenManifest;
