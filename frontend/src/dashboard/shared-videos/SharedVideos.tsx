import { Screen } from '../layout/Screen';

export default function SharedVideos() {
  return <Screen title="Shared Videos">{null}</Screen>;
}
