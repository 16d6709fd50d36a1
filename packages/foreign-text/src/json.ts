import { replaceHidden } from './hidden.ts';
import { loggingCommand } from './terminal.ts';

/**
 * Writes a value as JSON that can be printed: what would move a cursor, hide, or be a command to a pipeline is escaped, so
 * that its readers get it all the same. `indent` is 0 for one line.
 */
export function jsonText(value: unknown, indent = 2): string {
  const written = replaceHidden(JSON.stringify(value, null, indent), (character) =>
    [...Array(character.length).keys()].map((at) => escapedUnit(character.charCodeAt(at))).join(''),
  );
  return written.replace(loggingCommand, `#${escapedUnit(0x23)}`);
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
