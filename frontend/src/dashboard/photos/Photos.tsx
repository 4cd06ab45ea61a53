import { Screen } from '../layout/Screen';

export default function Photos() {
  return <Screen title="Photos">{null}</Screen>;
}
