import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../api';
import { freshAccounts } from '../queries';
import type { Inspection } from './calls';
import { postsThatMove } from './postsThatMove';
import type { Credentials } from './TokenFields';

interface Question {
  sentences: string[];
  save: () => void;
}

/**
 * Asks before saving would send pending posts to another Page. The posts are counted at that moment; while they cannot be
 * counted, nothing is saved.
 */
export function useMoveQuestion() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const count = useMutation({ mutationFn: () => freshAccounts(client) });
  return {
    question,
    busy: count.isPending,
    refusal: reasonOf(count.error),
    ask({ page_id, instagram_page_id }: Credentials, inspection: Inspection | undefined, save: () => void) {
      const wanted = { page_id: page_id.trim(), instagram_page_id: instagram_page_id.trim() };
      count.mutate(undefined, {
        onSuccess(accounts) {
          const sentences = postsThatMove(wanted, accounts, inspection);
          if (sentences.length > 0) setQuestion({ sentences, save });
          else save();
        },
      });
    },
    close() {
      setQuestion(undefined);
    },
  };
}

export type MoveQuestionState = ReturnType<typeof useMoveQuestion>;
