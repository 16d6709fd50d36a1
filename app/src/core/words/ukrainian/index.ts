import { ukrainian as drawn } from '@managed-fields/rendering';
import * as messages from '@managed-fields/words/messages/uk';
import type { Words } from '../english/index.ts';
import { firstSections } from '../first-sections.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { field } from './field.ts';
import { gallery } from './gallery.ts';
import { legend, result } from './result.ts';

export { later } from './later.ts';

/** The texts of the page. */
export const ukrainian: Words = {
  ...firstSections(messages, drawn, 'uk'),
  counting: { bytesOf, countOf, listOf },
  leftOut: drawn.leftOut,
  field,
  gallery,
  legend,
  result,
};
