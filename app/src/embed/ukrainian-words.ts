import { ukrainian } from '@managed-fields/rendering';
import { changes } from '../language/ukrainian/changes.ts';
import { embed } from '../language/ukrainian/embed.ts';
import { field } from '../language/ukrainian/field.ts';
import { links } from '../language/ukrainian/links.ts';
import type { EmbedWords } from './english-words.ts';

/** What a frame says in Ukrainian. */
export const ukrainianWords: EmbedWords = { code: 'uk', view: ukrainian, embed, changes, field, links };
