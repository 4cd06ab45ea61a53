import LockIcon from '@mui/icons-material/LockOutlined';
import Card from '@mui/material/Card';
import { Empty } from '../layout/Empty';
import { isAdmin } from '../../roles';
import { Screen } from '../layout/Screen';
import { useUser } from '../queries';
import { AddCategory } from './AddCategory';
import { CategoryList } from './CategoryList';
import { TEXTS } from './texts';

export default function Categories() {
  if (!isAdmin(useUser())) {
    return (
      <Screen title={TEXTS.categories}>
        <Card>
          <Empty icon={LockIcon} text={TEXTS.adminsOnly} />
        </Card>
      </Screen>
    );
  }
  return (
    <Screen title={TEXTS.categories} lead={TEXTS.lead}>
      <AddCategory />
      <CategoryList />
    </Screen>
  );
}
