import { Screen } from '../layout/Screen';

export default function Categories() {
  return <Screen title="Categories">{null}</Screen>;
}
