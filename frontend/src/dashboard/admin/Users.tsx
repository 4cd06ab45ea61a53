import { Screen } from '../layout/Screen';

export default function Users() {
  return <Screen title="Users">{null}</Screen>;
}
