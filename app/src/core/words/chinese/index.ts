import { chinese as drawn } from '@managed-fields/rendering';
import * as messages from '@managed-fields/words/messages/zh-CN';
import type { Words } from '../english/index.ts';
import { firstSections } from '../first-sections.ts';

export { later } from './later.ts';

/** The texts of the page. */
export const chinese: Words = firstSections(messages, drawn, 'zh-CN');
