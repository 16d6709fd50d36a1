import { counting, view } from '@managed-fields/words/messages/zh-CN';
import { staticWords } from './static-words.ts';

/** What a static view of a scenario says, in Simplified Chinese. */
export const chinese = /* @__PURE__ */ staticWords({ counting, view });
