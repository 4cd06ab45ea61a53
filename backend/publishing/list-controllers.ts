import { Controller, type Type } from '@nestjs/common';
import { ApiTags } from '../common/openapi';
import type { PostFormat } from './formats/formats';
import { formatIn, LISTS } from './formats/lists';
import { PostsController } from './posts.controller';

/** One for each list. */
export const LIST_CONTROLLERS = LISTS.map((list) => controllerFor(formatIn(list)));

function controllerFor(format: PostFormat): Type<PostsController> {
  const words = format.list.path.split('/');

  @ApiTags(words.join(' '))
  @Controller(format.list.path)
  class ListController extends PostsController {
    readonly format = format;
  }

  // The operations of the API are named after it.
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  Object.defineProperty(ListController, 'name', { value: `${name}Controller` });
  return ListController;
}
