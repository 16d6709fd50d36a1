import type { ManagerView } from '@managed-fields/player';
import { countingWords, type Messages } from '@managed-fields/words';

type Owner = Pick<ManagerView, 'manager' | 'operation' | 'subresource'>;

/** The table of all fields. */
export function tableWords({ table, counting }: Pick<Messages, 'table' | 'counting'>) {
  const { countOf, listOf } = countingWords(counting);
  const ownerText = ({ manager, operation, subresource }: Owner) =>
    table.ownerText({ manager, operation, subresource: subresource || undefined });
  return {
    ...table,
    /** How many fields match the filter. */
    shown: (count: number, all: number) => (count === all ? countOf(all, 'field') : table.shownOf({ count, all })),
    /** An owner on one line, such as `kube-controller-manager (Update /scale)`. */
    ownerText,
    /** All owners of a field; empty where there is none. */
    ownersText: (owners: readonly Owner[]) => listOf(owners.map(ownerText)),
  };
}
