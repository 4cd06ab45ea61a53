import { postScreens } from '../posts/postScreens';

export default postScreens('image', async (list) => (await import('./Photos')).photosScreen(list));
