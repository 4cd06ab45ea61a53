import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PlansIcon from '@mui/icons-material/SellOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { planDuration, rupees } from '../../format';
import type { Plan } from '../../types';
import { DeletePlan } from './DeletePlan';
import { gigabytesOf } from './gigabytes';
import { Grid } from './grid/Grid';
import { IconAction } from './IconAction';
import { PlanForm } from './PlanForm';
import { RowActions } from './RowActions';
import { TwoLines } from './TwoLines';

type PlanDialog = { what: 'create' } | { what: 'edit' | 'delete'; plan: Plan };

export default function Plans() {
  const [dialog, open] = useState<PlanDialog>();
  const close = () => {
    open(undefined);
  };
  return (
    <>
      <Grid<Plan>
        resource="admin/plans"
        title="Plans"
        lead="What people can choose from, on the dashboard."
        action={
          <Button
            variant="contained"
            onClick={() => {
              open({ what: 'create' });
            }}
          >
            New plan
          </Button>
        }
        search="Search plans"
        sort={{ field: 'price', order: 'ASC' }}
        columns={[
          {
            label: 'Name',
            sort: 'name',
            cell: ({ name, description }) => <TwoLines strong first={name} second={description} />,
          },
          { label: 'Price', sort: 'price', width: 130, align: 'right', cell: ({ price }) => rupees(price) },
          {
            label: 'Duration',
            sort: 'duration_days',
            width: 130,
            cell: ({ duration_days }) => planDuration(duration_days),
          },
          {
            label: 'Storage',
            width: 110,
            align: 'right',
            cell: ({ max_storage_bytes }) => `${gigabytesOf(max_storage_bytes)} GB`,
          },
          {
            label: 'Tasks',
            width: 100,
            align: 'right',
            cell: ({ max_pending_submissions }) => max_pending_submissions.toLocaleString('en-US'),
          },
        ]}
        actions={{
          width: 120,
          cell: (plan) => (
            <RowActions>
              <IconAction
                name={`Edit ${plan.name}`}
                icon={EditIcon}
                act={() => {
                  open({ what: 'edit', plan });
                }}
              />
              <IconAction
                name={`Delete ${plan.name}`}
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
          text: 'No plans yet',
          next: 'Make the first one, so that people can post.',
        }}
        failed="Failed to fetch plans"
      />
      {dialog?.what === 'create' && <PlanForm close={close} />}
      {dialog?.what === 'edit' && <PlanForm plan={dialog.plan} close={close} />}
      {dialog?.what === 'delete' && <DeletePlan plan={dialog.plan} close={close} />}
    </>
  );
}
