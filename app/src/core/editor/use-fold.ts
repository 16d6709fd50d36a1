import type { AnnotatedText } from '@managed-fields/player';
import { useState } from 'react';
import type { Fold } from '../code-view/shown-lines.ts';
import { words } from '../words/language.ts';

/** The fold of an object's managedFields, closed at first; undefined where it has none. */
export function useFold(annotated: AnnotatedText | undefined): Fold | undefined {
  const [open, setOpen] = useState(false);
  if (annotated?.managedFields === undefined) return undefined;
  return {
    range: annotated.managedFields,
    closed: !open,
    summary: words.result.foldedSentence(annotated.managers),
    toggle: () => setOpen(!open),
  };
}
