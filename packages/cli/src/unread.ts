import type { UnreadPart } from '@managed-fields/survey';
import { survey } from '@managed-fields/words/messages/en/survey';

/**
 * Says which part of a text is not read, and why, as the page does. Nothing of the text itself is said: a dump that breaks
 * off may break off in a Secret, and what is printed may be stored. What the system says of a file is.
 */
export function unreadText({ place: { file, line }, reason, detail }: UnreadPart): string {
  const said = reason === 'damaged' && detail !== '' ? `: ${detail}` : '';
  return `${file}:${line}: ${survey.reasons[reason]}${said}`;
}
