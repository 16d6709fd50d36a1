import { ukrainian } from '@managed-fields/rendering';
import { embed } from '../language/ukrainian/embed.ts';
import type { EmbedWords } from './words.ts';

/** What a frame says in Ukrainian. */
export const ukrainianWords: EmbedWords = { code: 'uk', view: ukrainian, embed };
