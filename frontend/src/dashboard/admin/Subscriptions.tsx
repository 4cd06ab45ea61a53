import { Screen } from '../layout/Screen';

export default function Subscriptions() {
  return <Screen title="Subscriptions">{null}</Screen>;
}
