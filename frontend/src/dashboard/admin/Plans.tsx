import { Screen } from '../layout/Screen';

export default function Plans() {
  return <Screen title="Plans">{null}</Screen>;
}
