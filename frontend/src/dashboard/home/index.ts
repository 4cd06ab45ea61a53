import HomeIcon from '@mui/icons-material/HomeOutlined';
import { POST_TOPICS } from '../../../../backend/publishing/formats/lists';
import type { ScreenManifest } from '../screenManifest';
import { HomeSkeleton } from './HomeSkeleton';

export default {
  path: '',
  label: 'Dashboard',
  icon: HomeIcon,
  load: () => import('./Home'),
  Skeleton: HomeSkeleton,
  firstCalls: ['/api/calendar/outlook', '/api/user/first-steps', '/api/plans'],
  liveQueries: [
    { queryKey: ['calendar'], topics: [...POST_TOPICS, 'connections', 'subscriptions'] },
    { queryKey: ['plan-request'], topics: ['subscriptions'] },
    { queryKey: ['admin/plan-requests'], topics: ['subscriptions'] },
  ],
} satisfies ScreenManifest;
