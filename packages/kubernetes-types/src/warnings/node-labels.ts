import { sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { at, child, type Field } from '../validation/field-path.ts';
import { labelValue } from '../validation/names.ts';
import { structs, text, textMap, texts } from '../validation/object.ts';

/** The warnings about old labels of nodes. Upstream: k8s.io/kubernetes pkg/api/node/util.go. */
const deprecatedLabels: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** The warning about a field that names an old label, if it does. */
export function oldLabelWarning(field: Field, label: string): readonly string[] {
  const message = deprecatedLabels.get(label);
  return message === undefined ? [] : [`${field}: ${message}`];
}

/** The same warning with the label in its text. */
export function namedOldLabelWarning(field: Field, label: string): readonly string[] {
  const message = deprecatedLabels.get(label);
  return message === undefined ? [] : [`${field}: ${label} is ${message}`];
}

/** Warnings about the keys of a node selector that is a map. */
export function nodeSelectorWarnings(
  selector: ReadonlyMap<string, string>,
  field: (label: string) => Field,
): readonly string[] {
  return sortedKeys(selector).flatMap((label) => oldLabelWarning(field(label), label));
}

/** Warnings about one term of a node selector. Upstream: GetWarningsForNodeSelectorTerm. */
export function selectorTermWarnings(term: ValueMap, checkValues: boolean, field: Field): readonly string[] {
  return structs(term, 'matchExpressions').flatMap((expression, i) => {
    const place = at(child(field, 'matchExpressions'), i);
    const values = checkValues ? texts(expression, 'values') : [];
    return [
      ...namedOldLabelWarning(child(place, 'key'), text(expression, 'key')),
      ...values.flatMap((value, j) =>
        labelValue(value).map((message) => `${at(child(place, 'values'), j)}: ${value} is invalid, ${message}`),
      ),
    ];
  });
}

/** Warnings about a label selector over nodes. Upstream: GetWarningsForNodeSelector. */
export function labelSelectorWarnings(selector: ValueMap | undefined, field: Field): readonly string[] {
  const expressions = structs(selector, 'matchExpressions').flatMap((expression, i) =>
    namedOldLabelWarning(child(at(child(field, 'matchExpressions'), i), 'key'), text(expression, 'key')),
  );
  const labels = nodeSelectorWarnings(textMap(selector, 'matchLabels'), (label) => child(field, 'matchLabels', label));
  return [...expressions, ...labels];
}
