import {
  applyJsonPatch,
  isList,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { asFloats } from './float-numbers.ts';
import { matchesGlob } from './glob.ts';
import { type JqPath, readJqPath, withoutJqPath } from './jq-path.ts';
import { groupOf, patchOperation, tagOf } from './session.ts';

/** A rule of `spec.ignoreDifferences` of an Application. Upstream: argo-cd pkg/apis/application/v1alpha1 ResourceIgnoreDifferences. */
export interface ArgoRule {
  /** Patterns of shells. */
  readonly group: string;
  readonly kind: string;
  /** Names; an empty one is any. */
  readonly name: string;
  readonly namespace: string;
  readonly jsonPointers: readonly string[];
  readonly jqPaths: readonly JqPath[];
  readonly managers: readonly string[];
}

/** The rules of an Application, or why they cannot be played. */
export type ArgoRules =
  | { readonly kind: 'rules'; readonly rules: readonly ArgoRule[] }
  | { readonly kind: 'no-rules' }
  /** An expression of jqPathExpressions that is not played. */
  | { readonly kind: 'unplayed'; readonly expression: string };

/** Reads `spec.ignoreDifferences` of an Application, as YAML or JSON. */
export function readArgoRules(text: string): ArgoRules {
  const documents = readDocuments(text);
  const [document] = documents;
  const list = document?.value;
  const isRead = documents.length === 1 && document?.problems.length === 0;
  if (!isRead || list === undefined || !isList(list) || !list.every(isRule)) return { kind: 'no-rules' };
  const rules: ArgoRule[] = [];
  for (const rule of list.filter(isMap)) {
    const read = argoRule(rule);
    if (typeof read === 'string') return { kind: 'unplayed', expression: read };
    rules.push(read);
  }
  return { kind: 'rules', rules };
}

/** Reads one rule; returns the expression of jq that is not played, where one is. */
export function argoRule(rule: ValueMap): ArgoRule | string {
  const jqPaths: JqPath[] = [];
  for (const expression of textsOf(rule, 'jqPathExpressions')) {
    const path = readJqPath(expression);
    if (path === undefined) return expression;
    jqPaths.push(path);
  }
  const text = (name: string) => stringAt(rule, name) ?? '';
  return {
    ...{ group: text('group'), kind: text('kind'), name: text('name'), namespace: text('namespace') },
    ...{ jsonPointers: textsOf(rule, 'jsonPointers'), jqPaths, managers: textsOf(rule, 'managedFieldsManagers') },
  };
}

const lists = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'];

/** Whether all parts of a rule are what its type has. */
function isRule(rule: Value): boolean {
  if (!isMap(rule)) return false;
  return [...rule].every(([key, value]) => {
    if (value === null) return true;
    if (lists.includes(key)) return isList(value) && value.every((each) => typeof each === 'string');
    return typeof value === 'string';
  });
}

function textsOf(rule: ValueMap, name: string): readonly string[] {
  return (listAt(rule, name) ?? []).filter((each) => typeof each === 'string');
}

/** Where the settings of argocd-cm say nothing of it, the status of everything is ignored. */
const statusRule: ArgoRule = {
  ...{ group: '*', kind: '*', name: '', namespace: '' },
  ...{ jsonPointers: ['/status'], jqPaths: [], managers: [] },
};

/**
 * The rules that objects bring along as annotations, with those of the Application before them and those of the settings
 * after them. Upstream: argo-cd util/argo/diff/ignore.go ExtractIgnoreDifferencesFromAnnotations,
 * util/settings/settings.go GetResourceOverrides of an empty argocd-cm.
 */
export function withRulesOf(objects: readonly ValueMap[], rules: readonly ArgoRule[]): readonly ArgoRule[] {
  const own = objects.flatMap((object): ArgoRule[] => {
    const text = tagOf(object, 'annotations', 'argocd.argoproj.io/ignore-differences') ?? '';
    const [document] = text === '' ? [] : readDocuments(text);
    if (!isMap(document?.value) || document.problems.length > 0) return [];
    const pointers = document.value.get('jsonPointers') ?? null;
    if (!isList(pointers) || !pointers.every((each) => typeof each === 'string')) return [];
    const names = { name: metadataText(object, 'name'), namespace: metadataText(object, 'namespace') };
    const rule = { group: groupOf(object), kind: stringAt(object, 'kind') ?? '', ...names };
    return pointers.length === 0 ? [] : [{ ...rule, jsonPointers: pointers, jqPaths: [], managers: [] }];
  });
  return [...rules, ...own, statusRule];
}

/** Whether a rule is about an object. Upstream: diff_normalizer.go Normalize, ignore.go HasIgnoreDifference. */
export function isRuleOf({ group, kind, name, namespace }: ArgoRule, object: ValueMap): boolean {
  return (
    matchesGlob(group, groupOf(object)) &&
    matchesGlob(kind, stringAt(object, 'kind') ?? '') &&
    (name === '' || name === metadataText(object, 'name')) &&
    (namespace === '' || namespace === metadataText(object, 'namespace'))
  );
}

/**
 * An object without the fields that rules name by pointers and paths. One that leads nowhere is passed over. Upstream:
 * argo-cd util/argo/normalizers/diff_normalizer.go ignoreNormalizer.Normalize.
 */
export function withoutIgnored(object: ValueMap, rules: readonly ArgoRule[]): ValueMap {
  let left = object;
  for (const rule of rules.filter((each) => isRuleOf(each, object))) {
    for (const path of rule.jsonPointers) {
      const patched = applyJsonPatch(left, [patchOperation('remove', path)]);
      if (patched.kind === 'patched' && isMap(patched.value)) left = patched.value;
    }
    for (const path of rule.jqPaths) {
      const cut = withoutJqPath(asFloats(left), path);
      if (cut !== undefined && isMap(cut)) left = cut;
    }
  }
  return left;
}

/** The label by which Helm and others, and an older Argo CD, mark what belongs together. */
const instanceLabel = 'app.kubernetes.io/instance';

/**
 * A live object as it is compared: it has the tracking annotation of the manifest where it has the label of an instance
 * and no annotation yet, and it has not that label where the manifest has none. Upstream: argo-cd
 * util/argo/resource_tracking.go Normalize.
 */
export function withTracking(live: ValueMap, target: ValueMap, annotation: string): ValueMap {
  if ((tagOf(live, 'labels', instanceLabel) ?? '') === '') return live;
  if (stringAt(live, 'kind') === 'CustomResourceDefinition' && groupOf(live) === 'apiextensions.k8s.io') return live;
  let metadata = metadataOf(live) ?? new Map<string, Value>();
  if ((tagOf(live, 'annotations', annotation) ?? '') === '') {
    const annotations = new Map(mapAt(metadata, 'annotations')).set(
      annotation,
      tagOf(target, 'annotations', annotation) ?? '',
    );
    metadata = new Map(metadata).set('annotations', annotations);
  }
  if ((tagOf(target, 'labels', instanceLabel) ?? '') === '') {
    const labels = new Map(mapAt(metadata, 'labels'));
    labels.delete(instanceLabel);
    const others = [...metadata].filter(([key]) => key !== 'labels');
    metadata = labels.size === 0 ? new Map(others) : new Map(metadata).set('labels', labels);
  }
  return new Map(live).set('metadata', metadata);
}
