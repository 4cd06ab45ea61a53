import { useMutation } from '@tanstack/react-query';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { inspectToken, type OfferedPage } from './calls';
import { TokenInspection } from './TokenInspection';
import { TEXTS } from './texts';

export interface Credentials {
  access_token: string;
  page_id: string;
  instagram_page_id: string;
}

/** Inspects a pasted token; a single Page is filled in at once, if it is still that of the last token. */
export function useTokenInspection(fill: (page: OfferedPage) => void) {
  const awaited = useRef<string>(undefined);
  const { mutate, reset, ...state } = useMutation({
    mutationFn: (token: string) => inspectToken(token),
    onSuccess({ pages }, token) {
      if (token !== awaited.current) return;
      const [only, ...others] = pages;
      if (only && others.length === 0) fill(only);
    },
  });
  /** What is in the fields is sent: an answer that comes later fills in nothing. */
  const settle = () => {
    awaited.current = undefined;
  };
  return {
    state: { pending: state.isPending, error: state.error, inspection: state.data },
    inspect(token: string) {
      awaited.current = token;
      mutate(token);
    },
    settle,
    reset() {
      settle();
      reset();
    },
  };
}

interface TokenFieldsProps {
  draft: Credentials;
  change: (change: Partial<Credentials>) => void;
  inspect: ReturnType<typeof useTokenInspection>;
  fill: (page: OfferedPage) => void;
  tokenHint?: string;
  /** Props of a field: the server's message, or else the hint. */
  at: (name: keyof Credentials, hint?: string) => { error: boolean; helperText?: string };
  /** A new account needs both. */
  required?: boolean;
}

export const idsOf = ({ page_id, instagram }: OfferedPage) => ({
  page_id,
  instagram_page_id: instagram?.id ?? '',
});

/** Token, Page and Instagram account. */
export function TokenFields({ draft, change, inspect, fill, tokenHint, at, required }: TokenFieldsProps) {
  const field = (name: keyof Credentials, hint?: string) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      change({ [name]: event.target.value });
    },
    ...at(name, hint),
  });
  const numeric = { htmlInput: { inputMode: 'numeric' as const }, inputLabel: { required: false } };
  return (
    <>
      <TextField
        label={TEXTS.accessToken}
        type="password"
        required={required}
        autoFocus={required}
        {...field('access_token', tokenHint)}
        onPaste={(event) => {
          const token = event.clipboardData.getData('text').trim();
          if (token) inspect.inspect(token);
        }}
        slotProps={{
          htmlInput: { autoComplete: 'off', spellCheck: false },
          inputLabel: { required: false },
        }}
      />
      {draft.access_token.trim() && (
        <TokenInspection state={inspect.state} pageId={draft.page_id} choose={fill} />
      )}
      <TextField
        label={TEXTS.pageId}
        required={required}
        {...field('page_id', TEXTS.pageIdHint)}
        slotProps={numeric}
      />
      <TextField
        label={TEXTS.instagramPageId}
        {...field('instagram_page_id', TEXTS.instagramIdHint)}
        slotProps={numeric}
      />
    </>
  );
}
