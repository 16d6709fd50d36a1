import { ukrainian } from '@managed-fields/rendering';
import { changes } from '../core/words/ukrainian/changes.ts';
import { embed } from '../core/words/ukrainian/embed.ts';
import { field } from '../core/words/ukrainian/field.ts';
import { links } from '../core/words/ukrainian/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Ukrainian. */
export const ukrainianWords: EmbedWords = { code: 'uk', view: ukrainian, embed, changes, field, links };
