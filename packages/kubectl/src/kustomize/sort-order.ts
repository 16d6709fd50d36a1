import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';
import { goSorted } from '../printing/go-sort.ts';
import { textList } from './kustomization.ts';
import { type Gvk, gvkText, type ResId, sameGvk } from './res-id.ts';
import type { Resource } from './resource.ts';
import type { Resources } from './resources.ts';

const first = [
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole',
  'RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume',
  'PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget',
]
  .join(' ')
  .split(' ');
const last = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** Sorts resources as `sortOptions` asks. Upstream: kustomize api/internal/builtins/SortOrderTransformer.go. */
export function sortAsAsked(resources: Resources, options: ValueMap): Failure | undefined {
  const order = stringAt(options, 'order');
  const legacy = mapAt(options, 'legacySortOptions');
  if (order !== 'fifo' && order !== 'legacy') {
    return fail("the field 'sortOptions.order' must be one of [fifo, legacy]");
  }
  if (order === 'legacy') {
    return sortLegacy(
      resources,
      legacy === undefined ? first : textList(legacy, 'orderFirst'),
      legacy === undefined ? last : textList(legacy, 'orderLast'),
    );
  }
  if (legacy === undefined) return undefined;
  return fail(`the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'`);
}

/** Sorts resources by kind and name: namespaces first, webhooks last. */
export function sortLegacy(
  resources: Resources,
  orderFirst: readonly string[] = first,
  orderLast: readonly string[] = last,
): Failure | undefined {
  const rank = ranksOf(orderFirst, orderLast);
  const sorted = goSorted<Resource>(resources.all, (a, b) => isLess(a.id, b.id, rank));
  return resources.reset(sorted);
}

function isLess(a: ResId, b: ResId, rank: ReadonlyMap<string, number>): boolean {
  if (sameGvk(a, b)) return nameText(a) < nameText(b);
  const [x, y] = [rank.get(a.kind) ?? 0, rank.get(b.kind) ?? 0];
  if (x !== y) return x < y;
  const bothNamespaces = a.kind === 'Namespace' && b.kind === 'Namespace' && (a.group === '' || b.group === '');
  return bothNamespaces ? kindText(a) > kindText(b) : kindText(a) < kindText(b);
}

const ranks = ranksOf(first, last);

/** Whether a kind comes before another. Upstream: kyaml resid/gvk.go IsLessThan. */
export function kindIsLess(a: Gvk, b: Gvk): boolean {
  const [x, y] = [ranks.get(a.kind) ?? 0, ranks.get(b.kind) ?? 0];
  return x === y ? kindText(a) < kindText(b) : x < y;
}

function ranksOf(orderFirst: readonly string[], orderLast: readonly string[]): ReadonlyMap<string, number> {
  return new Map([
    ...orderFirst.map((kind, index) => [kind, index - orderFirst.length] as const),
    ...orderLast.map((kind, index) => [kind, index + 1] as const),
  ]);
}

function kindText({ group, version, kind }: Gvk): string {
  return [group || '~G', version || '~V', kind || '~K'].join('_');
}

function nameText(id: ResId): string {
  return [gvkText(id), id.namespace || '~X', id.name].join('|');
}
