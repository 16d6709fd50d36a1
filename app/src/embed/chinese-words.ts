import { chinese } from '@managed-fields/rendering';
import { embed } from '../language/chinese/embed.ts';
import type { EmbedWords } from './words.ts';

/** What a frame says in Simplified Chinese. */
export const chineseWords: EmbedWords = { code: 'zh-CN', view: chinese, embed };
