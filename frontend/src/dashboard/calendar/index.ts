import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import { POST_TOPICS } from '../../../../backend/publishing/formats/lists';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'calendar',
  label: 'Calendar',
  icon: CalendarIcon,
  load: () => import('./Calendar'),
  liveQueries: [{ queryKey: ['calendar'], topics: [...POST_TOPICS, 'connections', 'subscriptions'] }],
} satisfies ScreenManifest;
