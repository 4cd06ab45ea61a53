import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { ApiForm, files, texts } from '../../common/api-docs/api-forms';
import { ApiConflict, ApiForbidden } from '../../common/api-docs/api-refusals';
import { RemainingView } from '../../subscriptions/subscription.view';
import { MOST_ACCOUNTS } from '../new-posts/chosen-accounts';
import { LibraryPicks, MediaPicks } from './post.dto';
import { PostView } from './post.view';

/** The bodies and the answer of a call that makes posts. `{collection}` is the list's own word. */
export const ApiUpload = (): MethodDecorator =>
  applyDecorators(
    ApiForm(
      {
        '{collection}[]': files('All of them are kept or none.', 20),
        'titles[]': texts(
          'At most 255 characters; in the order of the files, like all that follow. Default: the name of the file.',
          'Winter menu',
        ),
        'descriptions[]': texts('At most 2200 characters.', 'Our winter menu starts today.'),
        'scheduled_for[]': texts('As in reschedule; empty: no time.', '2026-12-05 12:00:00'),
        'posters[]': files('Pictures for the list.', 20),
        'account_ids[]': {
          type: 'array',
          items: { type: 'integer' },
          maxItems: MOST_ACCOUNTS,
          description: 'Ids of accounts: one post for each file and account. Default: the default account.',
          example: [3, 4],
        },
      },
      ['{collection}[]'],
    ),
    ApiBody({ schema: { oneOf: [LibraryPicks, MediaPicks].map((each) => ({ $ref: getSchemaPath(each) })) } }),
    ApiForbidden('subscription', 'library'),
    ApiConflict('Your quota changed just now. Try again.'),
    ApiExtraModels(RemainingView, PostView, LibraryPicks, MediaPicks),
    ApiCreatedResponse({
      description: 'The new posts, and what is left of the quota.',
      schema: {
        type: 'object',
        required: ['subscription_status', '{collection}'],
        properties: {
          subscription_status: { $ref: getSchemaPath(RemainingView) },
          '{collection}': { type: 'array', items: { $ref: getSchemaPath(PostView) } },
        },
      },
    }),
  );
