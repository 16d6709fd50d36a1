import { any, list, map } from './makers.ts';
import { labels } from './words.ts';

const expressions = list(
  any(
    map({ 'key!': any('k', 'zone'), 'operator!': any('Exists', 'DoesNotExist') }),
    map({ 'key!': any('k', 'zone'), 'operator!': any('In', 'NotIn'), 'values!': list(any('a', 'b'), 1, 2) }),
  ),
  0,
  2,
);
/** A selector by labels. */
export const labelSelector = any({}, map({ matchLabels: labels, matchExpressions: expressions }));
const nodeTerm = map({
  'matchExpressions!': list(
    any(
      map({ 'key!': any('k', 'zone'), 'operator!': any('In', 'NotIn'), 'values!': list(any('a', 'b'), 1, 2) }),
      map({ 'key!': 'n', 'operator!': any('Gt', 'Lt'), 'values!': list('5', 1, 1) }),
      map({ 'key!': 'k', 'operator!': 'Exists' }),
    ),
    1,
    2,
  ),
  'matchFields?': list(map({ 'key!': 'metadata.name', 'operator!': 'In', 'values!': list('n1', 1, 1) }), 1, 1),
});
/** Terms that nodes are chosen by. */
export const nodeSelector = map({ 'nodeSelectorTerms!': list(nodeTerm, 1, 2) });
const podTerm = map({
  labelSelector,
  'topologyKey!': any('zone', 'kubernetes.io/hostname'),
  namespaces: list(any('n1', 'n2'), 0, 2),
  'namespaceSelector?': labelSelector,
  'matchLabelKeys?': list('a', 0, 1),
});
const weighted = list(map({ 'weight!': any(1, 100), 'podAffinityTerm!': podTerm }), 0, 2);
const podAffinity = map({
  requiredDuringSchedulingIgnoredDuringExecution: list(podTerm, 0, 2),
  preferredDuringSchedulingIgnoredDuringExecution: weighted,
});
/** The affinity of a pod. */
export const affinity = map({
  nodeAffinity: map({
    requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: list(
      map({ 'weight!': any(1, 50), 'preference!': nodeTerm }),
      0,
      2,
    ),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});
/** Taints that a pod bears. */
export const tolerations = list(
  any(
    map({ 'key!': any('k', 'l'), 'operator!': 'Exists', effect: any('NoSchedule', 'NoExecute', '') }),
    map({
      'key!': any('k', 'l'),
      'value!': any('v', ''),
      operator: any('Equal', ''),
      effect: any('NoSchedule', 'PreferNoSchedule'),
    }),
    map({ 'key!': 'm', 'operator!': 'Exists', 'effect!': 'NoExecute', 'tolerationSeconds!': any(0, 300) }),
    { operator: 'Exists' },
  ),
  0,
  3,
);
/** The topology spread constraints of a pod. */
export const spread = list(
  map({
    'maxSkew!': any(1, 2),
    'topologyKey!': any('zone', 'rack'),
    'whenUnsatisfiable!': any('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector,
    'minDomains?': any(1, 2),
    'nodeAffinityPolicy?': any('Honor', 'Ignore'),
    'nodeTaintsPolicy?': any('Honor', 'Ignore'),
    'matchLabelKeys?': list(any('b', 'x'), 0, 1),
  }),
  0,
  2,
  'topologyKey',
  'whenUnsatisfiable',
);
