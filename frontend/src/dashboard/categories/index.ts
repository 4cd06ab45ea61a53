import CategoriesIcon from '@mui/icons-material/LabelOutlined';
import { isAdmin } from '../../roles';
import type { ScreenManifest } from '../screenManifest';

export default {
  path: 'categories',
  label: 'Categories',
  icon: CategoriesIcon,
  load: () => import('./Categories'),
  isResource: true,
  visibleTo: isAdmin,
} satisfies ScreenManifest;
