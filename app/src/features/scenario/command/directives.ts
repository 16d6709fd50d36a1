import type { LineNote } from '../../../core/code-view/notes.ts';
import { laterWords } from '../../../core/words/later-words.ts';

const patterns: readonly (readonly [pattern: RegExp, sentence: keyof typeof laterWords.command.directiveSentences])[] =
  [
    [/^\s*(?:- )?\$setElementOrder\//, 'order'],
    [/^\s*(?:- )?\$deleteFromPrimitiveList\//, 'takeOut'],
    [/^\s*(?:- )?\$retainKeys:/, 'retain'],
    [/^\s*(?:- )?\$patch: delete$/, 'deleteItem'],
    [/^\s*(?:- )?\$patch: replace$/, 'replace'],
    [/^\s*[^\s:][^:]*: null$/, 'null'],
    [/^\s*kubectl\.kubernetes\.io\/last-applied-configuration:/, 'lastApplied'],
  ];

/** What the directives of a patch mean, at their lines in its YAML; lines count from 0. */
export function directiveNotes(patch: string): ReadonlyMap<number, LineNote> {
  const notes = new Map<number, LineNote>();
  for (const [line, text] of patch.split('\n').entries()) {
    const [, sentence] = patterns.find(([pattern]) => pattern.test(text)) ?? [];
    if (sentence !== undefined)
      notes.set(line, { severity: 'info', text: laterWords.command.directiveSentences[sentence] });
  }
  return notes;
}
