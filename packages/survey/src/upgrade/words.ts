import { assertNever } from '@managed-fields/merge-engine';
import type { Messages } from '@managed-fields/words';
import type { UpgradeChange } from './upgrade.ts';

/** Says what an upgrade changes for an object, as a sentence. `from` and `to` are the versions. */
export function upgradeSentence(
  change: UpgradeChange,
  versions: { readonly from: string; readonly to: string },
  { change: said }: Messages['upgrade'],
): string {
  switch (change.kind) {
    case 'not-before':
    case 'not-served':
      return said[change.kind]({ ...versions, message: change.message });
    case 'entry-goes':
    case 'entry-changes':
      return said[change.kind](change.entry);
    case 'field-comes':
    case 'field-goes':
      return said[change.kind](change);
    case 'field-changes':
      return said[change.kind]({ path: change.path, before: change.from, after: change.to });
    case 'reworded':
      return said[change.kind]({ request: change.request, before: change.from, after: change.to });
    case 'refused':
    case 'taken':
    case 'warned':
    case 'not-warned':
      return said[change.kind](change);
    default:
      return assertNever(change);
  }
}
