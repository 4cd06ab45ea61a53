import MovieIcon from '@mui/icons-material/MovieOutlined';
import PhotoIcon from '@mui/icons-material/PhotoOutlined';
import { Empty } from '../layout/Empty';
import { useChannel } from './ChannelContext';

export function NoPosts() {
  const { media, texts } = useChannel();
  return (
    <Empty icon={media === 'photo' ? PhotoIcon : MovieIcon} text={texts.empty}>
      {texts.emptyNext}
    </Empty>
  );
}
