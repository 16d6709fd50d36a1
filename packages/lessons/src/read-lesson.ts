import { type FileFailure, readForm } from '@managed-fields/scenario';
import { type CheckedLesson, checkLesson } from './lesson-form.ts';

/** A lesson read from a file, or why it cannot be read, with places in the text. */
export type ReadLesson = Extract<CheckedLesson, { readonly kind: 'lesson' }> | FileFailure;

/** Reads a lesson's file in YAML or JSON. Unknown fields are refused, so that nothing is lost silently. */
export function readLesson(text: string): ReadLesson {
  return readForm(text, checkLesson);
}
