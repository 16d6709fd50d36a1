import { chinese } from '@managed-fields/rendering';
import { changes } from '@managed-fields/words/messages/zh-CN/changes';
import { counting } from '@managed-fields/words/messages/zh-CN/counting';
import { embed } from '@managed-fields/words/messages/zh-CN/embed';
import { field } from '@managed-fields/words/messages/zh-CN/field';
import { links } from '@managed-fields/words/messages/zh-CN/links';
import { fieldWords } from '../core/words/sentences/field.ts';
import { linksWords } from '../core/words/sentences/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Simplified Chinese. */
export const chineseWords: EmbedWords = {
  code: 'zh-CN',
  view: chinese,
  embed,
  changes,
  field: fieldWords({ field, counting }, chinese),
  links: linksWords({ links, counting }),
};
