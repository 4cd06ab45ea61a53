import TextField from '@mui/material/TextField';
import type { Category } from '../../types';

interface CategorySelectProps {
  /** Visible label; absent: `name` is for screen readers only. */
  label?: string;
  name: string;
  categories: readonly Pick<Category, 'id' | 'name'>[];
  /** `null`: no category. */
  value: number | null;
  none: string;
  change: (id: number | null) => void;
  disabled?: boolean;
}

/** A category or none, as a native select, which works best on phones. */
export function CategorySelect({
  label,
  name,
  categories,
  value,
  none,
  change,
  disabled,
}: CategorySelectProps) {
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      disabled={disabled}
      value={value ?? ''}
      onChange={(event) => {
        change(event.target.value === '' ? null : Number(event.target.value));
      }}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { 'aria-label': name },
      }}
    >
      <option value="">{none}</option>
      {categories.map((category) => (
        <option key={category.id} dir="auto" value={category.id}>
          {category.name}
        </option>
      ))}
    </TextField>
  );
}
