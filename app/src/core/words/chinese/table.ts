import type { ManagerView } from '@managed-fields/player';
import type { table as english } from '../english/table.ts';
import { countOf, listOf } from './counting.ts';

type Owner = Pick<ManagerView, 'manager' | 'operation' | 'subresource'>;

/** The table of all fields. */
export const table: typeof english = {
  grid: '对象的字段及其所有者。右方向键展开字段并进入各单元格，左方向键返回。',
  columns: { path: '字段', value: '值', owners: '所有者', state: '状态' },
  wholeName: '整体',
  filterText: '路径包含',
  filterOwner: '所有者',
  filterState: '状态',
  anyone: '不限',
  nobody: '无所有者',
  anyState: '任何状态',
  openAll: '全部展开',
  closeAll: '全部折叠',
  shown,
  empty: '没有符合条件的字段。',
  clear: '清除',
  more: (count: number) => `+${count}`,
  ownerText,
  ownersText,
};

/** Says how many fields match the filter. */
function shown(count: number, all: number): string {
  return count === all ? countOf(all, 'field') : `${countOf(count, 'field')}，共 ${all} 个`;
}

/** Names an owner on one line, such as `kube-controller-manager (Update /scale)`. */
function ownerText({ manager, operation, subresource }: Owner): string {
  return `${manager}（${operation}${subresource === '' ? '' : ` /${subresource}`}）`;
}

/** Names all owners of a field; empty where there is none. */
function ownersText(owners: readonly Owner[]): string {
  return listOf(owners.map(ownerText));
}
