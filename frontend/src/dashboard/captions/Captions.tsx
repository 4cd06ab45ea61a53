import { Screen } from '../layout/Screen';

export default function Captions() {
  return <Screen title="Captions">{null}</Screen>;
}
