import { counting, view } from '@managed-fields/words/messages/uk';
import { staticWords } from './static-words.ts';

/** What a static view of a scenario says, in Ukrainian. */
export const ukrainian = /* @__PURE__ */ staticWords({ counting, view });
