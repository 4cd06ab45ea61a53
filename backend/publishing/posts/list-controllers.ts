import { Controller, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PostFormat } from '../formats/formats';
import { formatIn, LISTS } from '../formats/lists';
import { PostListController } from './post-list.controller';

/** One controller per list. */
export const LIST_CONTROLLERS = LISTS.map((list) => controllerFor(formatIn(list)));

function controllerFor(format: PostFormat): Type<PostListController> {
  @ApiTags(format.list.title)
  @Controller(format.list.path)
  class ListController extends PostListController {
    readonly format = format;
  }
  return ListController;
}
