import LockIcon from '@mui/icons-material/LockOutlined';
import Card from '@mui/material/Card';
import { Empty } from '../layout/Empty';
import { isAdmin } from '../../roles';
import { Screen } from '../layout/Screen';
import { useUser } from '../queries';
import { AddCategory } from './AddCategory';
import { CategoryList } from './CategoryList';

export default function Categories() {
  if (!isAdmin(useUser())) {
    return (
      <Screen title="Categories">
        <Card>
          <Empty icon={LockIcon} text="Only administrators can manage categories." />
        </Card>
      </Screen>
    );
  }
  return (
    <Screen
      title="Categories"
      lead="What the shared library is sorted by. Only active ones can be chosen and are posted from."
    >
      <AddCategory />
      <CategoryList />
    </Screen>
  );
}
