import { ukrainian as drawn } from '@managed-fields/rendering';
import * as messages from '@managed-fields/words/messages/uk';
import type { Words } from '../english/index.ts';
import { firstSections } from '../first-sections.ts';

export { later } from './later.ts';

/** The texts of the page. */
export const ukrainian: Words = firstSections(messages, drawn, 'uk');
