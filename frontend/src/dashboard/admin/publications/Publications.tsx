import PublicationsIcon from '@mui/icons-material/ReceiptLongOutlined';
import { LISTS } from '../../../../../backend/publishing/formats/lists';
import { dateTime, relative } from '../../../format';
import { labelOf } from '../../posts/texts';
import { useUser } from '../../queries';
import { AdminList } from '../list/AdminList';
import { MetaAnswer } from './MetaAnswer';
import { OutcomeChip } from './OutcomeChip';
import type { Publication } from '../../../types';
import { TwoLines } from '../list/TwoLines';

const KINDS = Object.fromEntries(LISTS.map((list) => [list.kind, labelOf(list)]));

const EVERY_MS = 15_000;

export default function Publications() {
  const { timezone } = useUser();
  return (
    <AdminList<Publication>
      resource="admin/publications"
      title="Publish Log"
      lead="Every step towards a post, and what Meta said to it."
      search="Search post, email, message or trace id"
      sort={{ field: 'id', order: 'DESC' }}
      refreshEvery={EVERY_MS}
      filters={[
        {
          field: 'outcome',
          label: 'OutcomeChip',
          all: 'Any outcome',
          choices: { done: 'Done', failed: 'Failed', unknown: 'Unknown' },
        },
        { field: 'kind', label: 'Kind', all: 'Any kind', choices: KINDS },
      ]}
      columns={[
        {
          label: 'Post',
          width: 210,
          cell: ({ title, kind }) => <TwoLines strong first={title} second={KINDS[kind]} />,
        },
        {
          label: 'Time',
          sort: 'at',
          width: 192,
          cell: ({ at }) => <TwoLines first={dateTime(at, timezone)} second={relative(at, Date.now())} />,
        },
        {
          label: 'User',
          width: 180,
          spare: true,
          cell: ({ user_name, user_email }) => <TwoLines cut first={user_name} second={user_email} />,
        },
        {
          label: 'Step',
          sort: 'step',
          width: 120,
          cell: ({ step, outcome }) => <TwoLines first={<OutcomeChip outcome={outcome} />} second={step} />,
        },
        { label: 'Message', cell: (step) => <MetaAnswer step={step} /> },
      ]}
      empty={{
        icon: PublicationsIcon,
        text: 'Nothing was published yet',
        next: 'Each try to publish a post is noted here, step by step.',
      }}
      failed="Failed to fetch the publish log"
    />
  );
}
