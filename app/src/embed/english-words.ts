import { english } from '@managed-fields/rendering';
import { changes } from '@managed-fields/words/messages/en/changes';
import { counting } from '@managed-fields/words/messages/en/counting';
import { embed } from '@managed-fields/words/messages/en/embed';
import { field } from '@managed-fields/words/messages/en/field';
import { links } from '@managed-fields/words/messages/en/links';
import type { LanguageCode } from '../core/words/codes.ts';
import { fieldWords } from '../core/words/sentences/field.ts';
import { linksWords } from '../core/words/sentences/links.ts';

/** All that a frame says: of the static view in it, of itself, and of what the engine answers. */
export const englishWords = {
  code: 'en' as LanguageCode,
  view: english,
  embed,
  changes,
  field: fieldWords({ field, counting }, english),
  links: linksWords({ links, counting }),
};

/** The form of all languages. */
export type EmbedWords = typeof englishWords;
