import { chinese } from '@managed-fields/rendering';
import { changes } from '../language/chinese/changes.ts';
import { embed } from '../language/chinese/embed.ts';
import { field } from '../language/chinese/field.ts';
import { links } from '../language/chinese/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Simplified Chinese. */
export const chineseWords: EmbedWords = { code: 'zh-CN', view: chinese, embed, changes, field, links };
