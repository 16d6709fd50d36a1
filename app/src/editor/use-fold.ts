import type { AnnotatedText } from '@managed-fields/scenario';
import { useState } from 'react';
import { words } from '../language/language.ts';
import type { Fold } from './shown-lines.ts';

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
