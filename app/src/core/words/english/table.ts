import type { ManagerView } from '@managed-fields/player';
import { countOf, listOf } from './counting.ts';

type Owner = Pick<ManagerView, 'manager' | 'operation' | 'subresource'>;

/** The table of all fields. */
export const table = {
  grid: 'Fields of the object and their owners. Right arrow opens a field and goes into its cells, left arrow back.',
  columns: { path: 'Field', value: 'Value', owners: 'Owners', state: 'State' },
  wholeName: 'whole',
  filterText: 'Path contains',
  filterOwner: 'Owned by',
  filterState: 'State',
  anyone: 'anyone or nobody',
  nobody: 'nobody',
  anyState: 'any state',
  openAll: 'Open all',
  closeAll: 'Close all',
  shown,
  empty: 'No field fits.',
  clear: 'Clear',
  more: (count: number) => `+${count}`,
  ownerText,
  ownersText,
};

/** Says how many fields match the filter. */
function shown(count: number, all: number): string {
  return count === all ? countOf(all, 'field') : `${count} of ${countOf(all, 'field')}`;
}

/** Names an owner on one line, such as `kube-controller-manager (Update /scale)`. */
function ownerText({ manager, operation, subresource }: Owner): string {
  return `${manager} (${operation}${subresource === '' ? '' : ` /${subresource}`})`;
}

/** Names all owners of a field; empty where there is none. */
function ownersText(owners: readonly Owner[]): string {
  return listOf(owners.map(ownerText));
}
