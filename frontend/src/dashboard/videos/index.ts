import { postScreens } from '../posts/postScreens';

export default postScreens('video', async (list) => (await import('./Videos')).videosScreen(list));
