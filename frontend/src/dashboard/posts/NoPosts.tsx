import MovieIcon from '@mui/icons-material/MovieOutlined';
import PhotoIcon from '@mui/icons-material/PhotoOutlined';
import { Empty } from '../layout/Empty';
import { useFormat } from './FormatContext';

export function NoPosts() {
  const { media, texts } = useFormat();
  return (
    <Empty icon={media === 'image' ? PhotoIcon : MovieIcon} text={texts.empty}>
      {texts.emptyNext}
    </Empty>
  );
}
