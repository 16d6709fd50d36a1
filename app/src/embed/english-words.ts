import { english } from '@managed-fields/rendering';
import type { LanguageCode } from '../language/codes.ts';
import { changes } from '../language/english/changes.ts';
import { embed } from '../language/english/embed.ts';
import { field } from '../language/english/field.ts';
import { links } from '../language/english/links.ts';

/** All that a frame says: of the static view in it, of itself, and of what the engine answers. */
export const englishWords = { code: 'en' as LanguageCode, view: english, embed, changes, field, links };

/** The form of all languages. */
export type EmbedWords = typeof englishWords;
