import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { toast } from '../../../toasts';
import { IconAction } from '../list/IconAction';
import type { Publication } from '../../../types';
import { TEXTS } from './texts';

/** The network's message, codes and the trace id that its support asks for. */
export function MetaAnswer({ step: { message, code, subcode, trace_id, remote_id } }: { step: Publication }) {
  if (!message && code === null && !trace_id)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {remote_id ? TEXTS.remoteId(remote_id) : '–'}
      </Box>
    );
  return (
    <>
      {message && (
        <Typography dir="auto" variant="body2">
          {message}
        </Typography>
      )}
      {code !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Code {code}
          {subcode !== null && `, subcode ${subcode}`}
        </Typography>
      )}
      {trace_id && <TraceId id={trace_id} />}
    </>
  );
}

function TraceId({ id }: { id: string }) {
  const copy = async () => {
    try {
      // Browsers offer the clipboard only on HTTPS and localhost.
      await navigator.clipboard.writeText(id);
      toast.success(TEXTS.traceIdCopied);
    } catch {
      toast.error(TEXTS.copyFailed);
    }
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <Box
        component="code"
        sx={{ fontSize: 12.5, color: 'text.secondary', overflowWrap: 'anywhere', userSelect: 'all' }}
      >
        {id}
      </Box>
      <IconAction name={TEXTS.copyTraceId(id)} icon={CopyIcon} act={() => void copy()} />
    </Box>
  );
}
