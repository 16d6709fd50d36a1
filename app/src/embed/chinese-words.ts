import { chinese } from '@managed-fields/rendering';
import { changes } from '../core/words/chinese/changes.ts';
import { embed } from '../core/words/chinese/embed.ts';
import { field } from '../core/words/chinese/field.ts';
import { links } from '../core/words/chinese/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Simplified Chinese. */
export const chineseWords: EmbedWords = { code: 'zh-CN', view: chinese, embed, changes, field, links };
