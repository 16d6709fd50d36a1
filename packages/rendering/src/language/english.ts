import { counting } from '@managed-fields/words/messages/en/counting';
import { view } from '@managed-fields/words/messages/en/view';
import { staticWords } from './static-words.ts';

/** What a static view of a scenario says, in English. */
export const english = /* @__PURE__ */ staticWords({ counting, view });
