import PublicationsIcon from '@mui/icons-material/ReceiptLongOutlined';
import { ALL_LISTS } from '../../../../../backend/publishing/formats/lists';
import { dateTime, relative } from '../../../format';
import { labelOf } from '../../posts/listTexts';
import { useUser } from '../../queries';
import { AdminList } from '../list/AdminList';
import { MetaAnswer } from './MetaAnswer';
import { OutcomeChip } from './OutcomeChip';
import type { Publication } from '../../../types';
import { TwoLines } from '../list/TwoLines';
import { TEXTS } from './texts';

const KINDS = Object.fromEntries(ALL_LISTS.map((list) => [list.kind, labelOf(list)]));

const EVERY_MS = 15_000;

export default function Publications() {
  const { timezone } = useUser();
  return (
    <AdminList<Publication>
      resource="admin/publications"
      title={TEXTS.publishLog}
      lead={TEXTS.lead}
      search={TEXTS.search}
      sort={{ field: 'id', order: 'DESC' }}
      refreshEvery={EVERY_MS}
      filters={[
        {
          field: 'outcome',
          label: 'Outcome',
          all: TEXTS.anyOutcome,
          choices: { done: TEXTS.done, failed: TEXTS.failed, unknown: TEXTS.unknown },
        },
        { field: 'kind', label: TEXTS.kind, all: TEXTS.anyKind, choices: KINDS },
      ]}
      columns={[
        {
          label: TEXTS.post,
          width: 210,
          cell: ({ title, kind }) => <TwoLines strong first={title} second={KINDS[kind]} />,
        },
        {
          label: TEXTS.time,
          sort: 'at',
          width: 192,
          cell: ({ at }) => <TwoLines first={dateTime(at, timezone)} second={relative(at, Date.now())} />,
        },
        {
          label: TEXTS.user,
          width: 180,
          spare: true,
          cell: ({ user_name, user_email }) => <TwoLines cut first={user_name} second={user_email} />,
        },
        {
          label: TEXTS.step,
          sort: 'step',
          width: 120,
          cell: ({ step, outcome }) => <TwoLines first={<OutcomeChip outcome={outcome} />} second={step} />,
        },
        { label: TEXTS.message, cell: (step) => <MetaAnswer step={step} /> },
      ]}
      empty={{
        icon: PublicationsIcon,
        text: TEXTS.empty,
        next: TEXTS.emptyHint,
      }}
      failed={TEXTS.fetchFailed}
    />
  );
}
