import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import type { Plan } from '../../../types';
import { FormDialog } from '../../layout/FormDialog';
import { useEdits } from '../../layout/useEdits';
import { bytesOf, gigabytesOf } from './gigabytes';
import { useAdminMutation } from '../list/useAdminMutation';
import { useDataProvider } from 'react-admin';
import { TEXTS } from './texts';

/** What is typed, by the server's names of the fields; the storage in gigabytes. */
const EMPTY = {
  name: '',
  description: '',
  price: '',
  duration_days: '30',
  max_storage_bytes: '',
  max_pending_submissions: '',
  max_accounts: '',
  on_registration: false,
};

type Draft = typeof EMPTY;

const draftOf = (plan: Plan): Draft => ({
  name: plan.name,
  description: plan.description,
  price: String(plan.price),
  duration_days: String(plan.duration_days),
  max_storage_bytes: gigabytesOf(plan.max_storage_bytes),
  max_pending_submissions: String(plan.max_pending_submissions),
  max_accounts: plan.max_accounts === null ? '' : String(plan.max_accounts),
  on_registration: plan.on_registration === 1,
});

const planOf = (draft: Draft) => ({
  name: draft.name,
  description: draft.description,
  price: Number(draft.price),
  duration_days: Number(draft.duration_days),
  max_storage_bytes: bytesOf(draft.max_storage_bytes),
  max_pending_submissions: Number(draft.max_pending_submissions),
  max_accounts: draft.max_accounts.trim() === '' ? null : Number(draft.max_accounts),
  on_registration: draft.on_registration ? (1 as const) : (0 as const),
});

/** Creates a plan, or edits the given one. */
export function PlanForm({ plan, close }: { plan?: Plan; close: () => void }) {
  const provider = useDataProvider();
  const [draft, setDraft, edits] = useEdits(
    plan ? `plan ${plan.id}` : 'new plan',
    plan ? draftOf(plan) : EMPTY,
  );
  const edited = () =>
    Object.fromEntries(Object.entries(planOf(draft)).filter(([name]) => name in edits)) as Partial<Plan>;
  const { send, busy, refusal, at } = useAdminMutation({
    call: () =>
      plan
        ? provider.update<Plan>('admin/plans', { id: plan.id, data: edited(), previousData: plan })
        : provider.create<Plan>('admin/plans', { data: planOf(draft) }),
    done: plan ? TEXTS.updated : TEXTS.created,
    failed: plan ? TEXTS.updateFailed : TEXTS.createFailed,
    fields: [
      'name',
      'description',
      'price',
      'duration_days',
      'max_storage_bytes',
      'max_pending_submissions',
      'max_accounts',
    ],
    close,
  });
  const field = (name: Exclude<keyof Draft, 'on_registration'>, hint?: string) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value });
    },
    ...at(name, hint),
  });
  const number = (min: number, step: number | 'any', inputMode: 'numeric' | 'decimal') => ({
    type: 'number',
    required: true,
    slotProps: { htmlInput: { min, step, inputMode }, inputLabel: { required: false } },
  });

  return (
    <FormDialog
      title={plan ? TEXTS.editPlan : TEXTS.newPlan}
      lead={plan && TEXTS.editHint}
      submit={plan ? TEXTS.savePlan : TEXTS.createPlan}
      submitting={TEXTS.saving}
      busy={busy}
      isEdited={Object.keys(edits).length > 0}
      refusal={refusal}
      close={close}
      send={send}
    >
      <TextField
        label={TEXTS.name}
        required
        autoFocus
        slotProps={{ inputLabel: { required: false } }}
        {...field('name')}
      />
      <TextField label={TEXTS.description} multiline minRows={2} {...field('description')} />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField label={TEXTS.priceInRupees} {...number(0, 0.01, 'decimal')} {...field('price')} />
        <TextField
          label={TEXTS.durationInDays}
          {...number(1, 1, 'numeric')}
          {...field('duration_days', '30 reads as Monthly')}
        />
        <TextField
          label={TEXTS.storageInGigabytes}
          {...number(0, 'any', 'decimal')}
          {...field('max_storage_bytes')}
        />
        <TextField
          label={TEXTS.tasks}
          {...number(0, 1, 'numeric')}
          {...field('max_pending_submissions', TEXTS.tasksHint)}
        />
        <TextField
          label={TEXTS.accounts}
          {...number(0, 1, 'numeric')}
          required={false}
          {...field('max_accounts', TEXTS.accountsHint)}
        />
      </Box>
      <Box>
        <FormControlLabel
          label={TEXTS.onRegistration}
          control={
            <Checkbox
              checked={draft.on_registration}
              onChange={(event) => {
                setDraft({ ...draft, on_registration: event.target.checked });
              }}
            />
          }
        />
        <FormHelperText sx={{ mx: 0, mt: 0 }}>{TEXTS.onRegistrationHint}</FormHelperText>
      </Box>
    </FormDialog>
  );
}
