import { useEffect, useRef, useState } from 'react';
import { isolated } from '../../format';
import type { ImageRules, VideoRules } from '../../../../backend/media/rules';
import { isApiError, reasonOf } from '../../api';
import { toast } from '../../toasts';
import type { Post } from '../../types';
import { useFormat } from './FormatContext';
import type { Reading } from './upload/reading';
import { readPhoto } from './upload/readPhoto';
import { readVideo } from './upload/readVideo';
import { bytesPerSecond, withSample } from './upload/uploadProgress';
import type { Progress, Sample } from './upload/uploadProgress';
import { useRefresh } from './usePostActions';
import { replaceFile } from './calls';
import { TEXTS } from './texts';

/** Replaces the file of a failed post; closing the dialog aborts. */
export function useReplacement(post: Post, rules: Rules, done: () => void) {
  const { resource } = useFormat();
  const refresh = useRefresh();
  const [state, setState] = useState<'idle' | 'checking' | 'sending'>('idle');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  const cancel = () => abort.current?.abort();
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File, signal: AbortSignal) => {
    setState('checking');
    const { violation, poster } = await read(file, rules).catch(() => UNREAD);
    if (violation) throw new Violation(violation);
    if (signal.aborted) return;
    setState('sending');
    let samples: Sample[] = [];
    const onProgress = (sent: number, total: number) => {
      samples = withSample(samples, { at: performance.now(), sent });
      setProgress({ sent, total, bytesPerSecond: bytesPerSecond(samples) });
    };
    const onBegun = () => undefined;
    await replaceFile(resource, post.id, { file, poster }, { signal, onProgress, onBegun });
    toast.success(TEXTS.fileReplaced);
    done();
  };

  const choose = async (file: File) => {
    const attempt = new AbortController();
    abort.current = attempt;
    setRefusal(undefined);
    setProgress(null);
    try {
      await send(file, attempt.signal);
    } catch (error) {
      if (!attempt.signal.aborted) setRefusal(sentence(file, error));
    } finally {
      setState('idle');
      void refresh();
    }
  };
  return { state, progress, refusal, choose, cancel };
}

type Rules = VideoRules | ImageRules;

const UNREAD: Reading = { poster: null };

const read = (file: File, rules: Rules): Promise<Reading> =>
  'containers' in rules ? readVideo(file, rules) : readPhoto(file, rules);

/** A rule violation found in the browser. */
class Violation extends Error {}

function sentence(file: File, error: unknown): string {
  if (error instanceof Violation) return `${isolated(file.name)}: ${error.message}`;
  const errors = isApiError(error) ? Object.values(error.errors).flat() : [];
  return errors[0] ? `${isolated(file.name)}: ${errors[0]}` : (reasonOf(error) ?? TEXTS.uploadFailed);
}
