import { ukrainian } from '@managed-fields/rendering';
import { changes } from '@managed-fields/words/messages/uk/changes';
import { counting } from '@managed-fields/words/messages/uk/counting';
import { embed } from '@managed-fields/words/messages/uk/embed';
import { field } from '@managed-fields/words/messages/uk/field';
import { links } from '@managed-fields/words/messages/uk/links';
import { fieldWords } from '../core/words/sentences/field.ts';
import { linksWords } from '../core/words/sentences/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Ukrainian. */
export const ukrainianWords: EmbedWords = {
  code: 'uk',
  view: ukrainian,
  embed,
  changes,
  field: fieldWords({ field, counting }, ukrainian),
  links: linksWords({ links, counting }),
};
