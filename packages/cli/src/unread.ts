import type { UnreadPart } from '@managed-fields/survey';

/**
 * Says which part of a text is not read, and why. Nothing of the text itself is said: a dump that breaks off may break off
 * in a Secret, and what is printed may be stored.
 */
export function unreadText({ place: { file, line }, reason, detail }: UnreadPart): string {
  return `${file}:${line}: ${reasonText(reason, detail)}`;
}

function reasonText(reason: UnreadPart['reason'], detail: string): string {
  switch (reason) {
    case 'syntax':
      return 'neither YAML nor JSON';
    case 'not-object':
      return 'no object: it has no apiVersion and kind';
    case 'too-large':
      return 'larger than a cluster stores';
    case 'cut':
      return 'the text ends within an object';
    case 'binary':
      return 'no text';
    case 'damaged':
      return `cannot be unpacked, or opened${detail === '' ? '' : `: ${detail}`}`;
    case 'too-many':
      return `more than the ${detail} objects that are read`;
  }
}
