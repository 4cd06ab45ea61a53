import type { PostList } from '../../../../backend/publishing/formats/formats';
import { formatIn } from '../../../../backend/publishing/formats/lists';
import type { ScreenFormat } from './screenFormat';
import { textsOf } from './listTexts';

/** Derives the screen's format from the list's declaration. */
export function declaredFormat(list: PostList): Omit<ScreenFormat, 'read' | 'views'> {
  const { network, media, rules } = formatIn(list);
  if (media === 'none') throw new Error(`nothing is uploaded to the list of ${list.nouns.many}`);
  return {
    resource: list.path,
    kind: list.kind,
    media,
    network,
    frequency: list.frequency,
    library: list.library,
    title: list.title,
    lead: list.lead,
    rules,
    fileField: `${list.collection}[]`,
    texts: textsOf(list),
  };
}
