import { counting } from '@managed-fields/words/messages/zh-CN/counting';
import { view } from '@managed-fields/words/messages/zh-CN/view';
import { staticWords } from './static-words.ts';

/** What a static view of a scenario says, in Simplified Chinese. */
export const chinese = /* @__PURE__ */ staticWords({ counting, view });
