import { counting } from '@managed-fields/words/messages/uk/counting';
import { view } from '@managed-fields/words/messages/uk/view';
import { staticWords } from './static-words.ts';

/** What a static view of a scenario says, in Ukrainian. */
export const ukrainian = /* @__PURE__ */ staticWords({ counting, view });
