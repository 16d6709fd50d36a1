import * as messages from '@managed-fields/words/messages/uk';
import type { LaterWords } from '../english/later.ts';
import { laterSections } from '../later-sections.ts';

/** The texts of code that comes later. */
export const later: LaterWords = laterSections(messages);
