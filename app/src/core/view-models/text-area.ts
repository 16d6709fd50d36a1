import { lineStarts } from '@managed-fields/rendering';

/** What a text area lays out without a pause: UTF-16 code units, and lines. */
export const mostInTextArea = { length: 100_000, lines: 2000 } as const;

/** Whether a text area can hold a text: browsers lay out all of it at every change, seen or not. */
export function fitsTextArea(text: string): boolean {
  return text.length <= mostInTextArea.length && lineStarts(text).length <= mostInTextArea.lines;
}
