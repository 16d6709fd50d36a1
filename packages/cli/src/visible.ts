import { visibleText } from '@managed-fields/rendering';

/**
 * A text as one line for a terminal: what would move its cursor, turn its text around or draw nothing stands as its
 * number (`U+001B`), as on the page.
 */
export function visible(text: string): string {
  return visibleText(text).replace(/[\t\n\r]/g, (character) => `U+00${hexadecimal(character, 2)}`);
}

/** A line of a printed object for a terminal. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\r', 'U+000D');
}

/**
 * JSON that has nothing of that either: such characters are escaped, so that its readers get them all the same. `indent`
 * is 0 for one line.
 */
export function jsonText(value: unknown, indent = 2): string {
  // What JSON.stringify leaves as it is of what draws nothing: DEL, C1 controls, and format characters.
  const json = JSON.stringify(value, null, indent);
  return json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${hexadecimal(character[at] ?? '', 4)}`).join(''),
  );
}

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(digits, '0');
}
