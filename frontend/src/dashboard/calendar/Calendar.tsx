import { Screen } from '../layout/Screen';

export default function Calendar() {
  return <Screen title="Calendar">{null}</Screen>;
}
