import { formatJson, isList, isMap, type Value } from '@managed-fields/merge-engine';

/** The longest preview, in UTF-16 code units. */
export const previewLength = 200;

/**
 * Writes a value on one line: a string without line breaks as it is, everything else as JSON, cut after `previewLength`
 * with an ellipsis. The work depends on the length of the preview only, not on the size of the value.
 */
export function preview(value: Value): string {
  if (typeof value === 'string' && value.length <= previewLength && isPlain(value)) return value;
  const pieces: string[] = [];
  let left = previewLength;
  const write = (piece: string) => {
    pieces.push(piece);
    left -= piece.length;
  };
  const text = (string: string) => formatJson(string.slice(0, Math.max(left, 0) + 1));
  const visit = (node: Value): void => {
    if (left < 0) return;
    if (isMap(node)) {
      write('{');
      let first = true;
      for (const [key, child] of node) {
        if (left < 0) return;
        write(`${first ? '' : ','}${text(key)}:`);
        visit(child);
        first = false;
      }
      write('}');
    } else if (isList(node)) {
      write('[');
      for (const [index, child] of node.entries()) {
        if (left < 0) return;
        if (index > 0) write(',');
        visit(child);
      }
      write(']');
    } else write(typeof node === 'string' ? text(node) : formatJson(node));
  };
  if (typeof value === 'string' && isPlain(value)) write(value);
  else visit(value);
  const whole = pieces.join('');
  return whole.length > previewLength ? `${cutAtCharacter(whole, previewLength - 1)}…` : whole;
}

/** Cuts a text without leaving half of a surrogate pair. */
function cutAtCharacter(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Whether a string can be shown as it is: the part that is shown has one line, and no white space at its ends. */
function isPlain(text: string): boolean {
  if (text === '' || text.trim().length !== text.length) return false;
  const length = Math.min(text.length, previewLength);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f) || unit === 0x2028 || unit === 0x2029) return false;
  }
  return true;
}
