import { shellWord } from '@managed-fields/foreign-text';
import type { MigrationView, StuckFields } from '@managed-fields/player';

/** The command that drops an entry of managedFields. */
export function dropCommand({ object }: MigrationView, { drop }: StuckFields): string {
  const [kind = '', name = ''] = object.split(' ');
  const words = [kind.toLowerCase(), name].map(shellWord);
  return `kubectl patch ${words.join(' ')} --type=json -p ${shellWord(drop.trim())}`;
}
