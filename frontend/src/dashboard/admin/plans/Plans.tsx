import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PlansIcon from '@mui/icons-material/SellOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { planDuration, rupees } from '../../../format';
import { useKeptInput } from '../../../keptInput';
import type { Plan } from '../../../types';
import { DeletePlan } from './DeletePlan';
import { gigabytesOf } from './gigabytes';
import { AdminList } from '../list/AdminList';
import { IconAction } from '../list/IconAction';
import { PlanForm } from './PlanForm';
import { RowActions } from '../list/RowActions';
import { TwoLines } from '../list/TwoLines';
import { TEXTS } from './texts';

type PlanDialog = { what: 'create' } | { what: 'edit' | 'delete'; plan: Plan };

export default function Plans() {
  const [dialog, open] = useKeptInput<PlanDialog | undefined>('plans dialog', undefined);
  const close = () => {
    open(undefined);
  };
  return (
    <>
      <AdminList<Plan>
        resource="admin/plans"
        title={TEXTS.plans}
        lead={TEXTS.lead}
        action={
          <Button
            variant="contained"
            onClick={() => {
              open({ what: 'create' });
            }}
          >
            {TEXTS.newPlan}
          </Button>
        }
        search={TEXTS.searchPlans}
        sort={{ field: 'price', order: 'ASC' }}
        columns={[
          {
            label: TEXTS.name,
            sort: 'name',
            cell: (plan) => <TwoLines strong first={plan.name} second={<Described plan={plan} />} />,
          },
          {
            label: TEXTS.price,
            sort: 'price',
            width: 130,
            align: 'right',
            cell: ({ price }) => rupees(price),
          },
          {
            label: TEXTS.duration,
            sort: 'duration_days',
            width: 130,
            cell: ({ duration_days }) => planDuration(duration_days),
          },
          {
            label: TEXTS.storage,
            width: 110,
            align: 'right',
            cell: ({ max_storage_bytes }) => `${gigabytesOf(max_storage_bytes)} GB`,
          },
          {
            label: TEXTS.tasks,
            width: 100,
            align: 'right',
            cell: ({ max_pending_submissions }) => max_pending_submissions.toLocaleString('en-US'),
          },
          {
            label: TEXTS.accounts,
            width: 110,
            align: 'right',
            cell: ({ max_accounts }) => max_accounts?.toLocaleString('en-US') ?? TEXTS.noLimit,
          },
        ]}
        actions={{
          width: 120,
          cell: (plan) => (
            <RowActions>
              <IconAction
                name={TEXTS.editNamed(plan.name)}
                icon={EditIcon}
                act={() => {
                  open({ what: 'edit', plan });
                }}
              />
              <IconAction
                name={TEXTS.deleteNamed(plan.name)}
                icon={DeleteIcon}
                act={() => {
                  open({ what: 'delete', plan });
                }}
              />
            </RowActions>
          ),
        }}
        empty={{
          icon: PlansIcon,
          text: TEXTS.empty,
          next: TEXTS.emptyHint,
        }}
        failed={TEXTS.fetchFailed}
      />
      {dialog?.what === 'create' && <PlanForm close={close} />}
      {dialog?.what === 'edit' && <PlanForm plan={dialog.plan} close={close} />}
      {dialog?.what === 'delete' && <DeletePlan plan={dialog.plan} close={close} />}
    </>
  );
}

const Described = ({ plan: { description, on_registration: open } }: { plan: Plan }) => (
  <>
    {description}
    {open === 1 && <Box sx={{ color: 'tones.good.text', fontWeight: 600 }}>{TEXTS.givenOnRegistration}</Box>}
  </>
);
