import type { ManagerView } from '@managed-fields/player';
import type { table as english } from '../english/table.ts';
import { countOf, listOf, ofFields } from './counting.ts';

type Owner = Pick<ManagerView, 'manager' | 'operation' | 'subresource'>;

/** The table of all fields. */
export const table: typeof english = {
  grid: 'Поля об’єкта та їхні власники. Стрілка вправо відкриває поле й переходить до його клітинок, стрілка вліво — назад.',
  columns: { path: 'Поле', value: 'Значення', owners: 'Власники', state: 'Стан' },
  wholeName: 'цілком',
  filterText: 'Шлях містить',
  filterOwner: 'Власник',
  filterState: 'Стан',
  anyone: 'будь-хто або ніхто',
  nobody: 'ніхто',
  anyState: 'будь-який стан',
  openAll: 'Розгорнути все',
  closeAll: 'Згорнути все',
  shown,
  empty: 'Жодне поле не підходить.',
  clear: 'Очистити',
  more: (count: number) => `+${count}`,
  ownerText,
  ownersText,
};

/** Says how many fields match the filter. */
function shown(count: number, all: number): string {
  return count === all ? countOf(all, 'field') : `${count} з ${ofFields(all)}`;
}

/** Names an owner on one line, such as `kube-controller-manager (Update /scale)`. */
function ownerText({ manager, operation, subresource }: Owner): string {
  return `${manager} (${operation}${subresource === '' ? '' : ` /${subresource}`})`;
}

/** Names all owners of a field; empty where there is none. */
function ownersText(owners: readonly Owner[]): string {
  return listOf(owners.map(ownerText));
}
