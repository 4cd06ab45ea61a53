import { Screen } from '../layout/Screen';

export default function InstagramVideos() {
  return <Screen title="Instagram Videos">{null}</Screen>;
}
