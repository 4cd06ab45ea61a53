import { Screen } from '../layout/Screen';

export default function Publications() {
  return <Screen title="Publish Log">{null}</Screen>;
}
