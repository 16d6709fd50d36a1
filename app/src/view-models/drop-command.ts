import type { MigrationView, StuckFields } from '@managed-fields/scenario';

/** The command that drops an entry of managedFields. */
export function dropCommand({ object }: MigrationView, { drop }: StuckFields): string {
  const [kind = '', name = ''] = object.split(' ');
  return `kubectl patch ${kind.toLowerCase()} ${name} --type=json -p '${drop.trim().replaceAll("'", "'\\''")}'`;
}
