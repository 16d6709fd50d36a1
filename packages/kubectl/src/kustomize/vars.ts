import { compareStrings, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';
import type { Session } from '../session.ts';
import { changeField, type FieldSpec, itemSlot, type Slot } from './field-spec.ts';
import { isAbsent, isNodeList, isNodeMap, isNodeScalar, type Node } from './node.ts';
import { lookUp, splitPath } from './replacements.ts';
import { type Gvk, gvkText, namespaceOf, type ResId, sameGvk, sameId } from './res-id.ts';
import type { Resource } from './resource.ts';

/** A variable: a name for a field of a resource. Upstream: kustomize api/types/var.go Var. */
export interface Variable {
  readonly name: string;
  readonly target: ResId;
  readonly path: string;
  /** As an error shows it. */
  readonly text: string;
  /** The resource, where there is one. */
  readonly resource: Resource | undefined;
}

/** The variables of a build so far, by name. */
export type Variables = Map<string, Variable>;

/** Adds the variables of a kustomization. Upstream: accumulator/resaccumulator.go MergeVars. */
export function addVariables(
  written: readonly ValueMap[],
  resources: readonly Resource[],
  variables: Variables,
): Failure | undefined {
  const read = written.map((each) => variableOf(each, resources));
  for (const { found, text } of read) {
    if (found > 1) return fail(`found ${found} resId matches for var ${text} (unable to disambiguate)`);
  }
  for (const variable of read) {
    if (variables.has(variable.name)) return fail(`var '${variable.name}' already encountered`);
    variables.set(variable.name, variable);
  }
  return undefined;
}

/** A variable as an error shows it before its resource was looked for. */
export function variableText(written: ValueMap): string {
  return variableOf(written, []).written;
}

function variableOf(
  written: ValueMap,
  resources: readonly Resource[],
): Variable & { readonly found: number; readonly written: string } {
  const name = stringAt(written, 'name') ?? '';
  const reference = mapAt(written, 'objref');
  const text = (key: string) => stringAt(reference, key) ?? '';
  const gvkWritten = { group: text('group'), version: text('version'), kind: text('kind') };
  const gvk = { ...gvkWritten, ...namedIn(text('apiVersion')) };
  const target: ResId = { ...gvk, name: text('name'), namespace: text('namespace'), clusterScoped: false };
  const fits = (id: ResId) =>
    target.namespace !== ''
      ? sameId({ ...target, clusterScoped: id.clusterScoped }, id) && namespaceOf(target) === namespaceOf(id)
      : id.name === target.name && sameGvk(id, target);
  const matched = resources.filter((each) => each.ids.some(fits));
  const path = stringAt(mapAt(written, 'fieldref'), 'fieldPath') || 'metadata.name';
  const shown = stringAt(mapAt(written, 'fieldref'), 'fieldPath') ?? '';
  return {
    ...{ name, target, path, text: `{${name} ${gvkText(gvk)} {${shown}}}` },
    written: `{${name} ${gvkText(gvkWritten)} {${shown}}}`,
    ...{ resource: matched[0], found: matched.length },
  };
}

/** What an `apiVersion` says of group and version; without a group it says nothing of one. Upstream: types/var.go GVK. */
function namedIn(apiVersion: string): Partial<Gvk> {
  const [first, second, ...more] = apiVersion.split('/');
  if (more.length > 0 || !first) return {};
  return second === undefined ? { version: first } : { group: first, version: second };
}

/** Puts the values of variables where they are named. Upstream: resaccumulator.go ResolveVars. */
export function resolveVariables(
  session: Session,
  resources: readonly Resource[],
  variables: Variables,
  specs: readonly FieldSpec[],
): Failure | undefined {
  // Texts are as they were before any was put anywhere.
  const values = new Map<string, { readonly node: Node; readonly text: string }>();
  for (const variable of [...variables.values()].sort((a, b) => compareStrings(a.name, b.name))) {
    const { name, resource, path } = variable;
    const text = variable.text.replace(/ \{\}\}$/, ' {metadata.name}}');
    if (resource === undefined || !resources.includes(resource)) {
      return fail(`var '${text}' cannot be mapped to a field in the set of known resources`);
    }
    const value = lookUp(resource.node, splitPath(path).flatMap(indexed));
    if (value === undefined) {
      return fail(`field specified in var '${text}' not found in corresponding resource`);
    }
    const node = value ?? 'null';
    values.set(name, { node, text: goText(node) });
  }
  if (values.size === 0) return undefined;
  const used = new Set<string>();
  const valueNamed = (name: string): Node => {
    const value = values.get(name);
    if (value === undefined) return `$(${name})`;
    if (!isNodeScalar(value.node)) {
      const type = isNodeList(value.node) ? '[]interface {}' : 'map[string]interface {}';
      session.err(`I log.go] MakePrimitiveReplacer: bad replacement type=${type} val=${value.text}\n`);
      return `$(${name})`;
    }
    used.add(name);
    return value.node;
  };
  let failed: Failure | undefined;
  for (const resource of resources) {
    for (const spec of specs) {
      failed ??= changeField(resource.node, spec, 'nothing', (slot) => replaceIn(slot, valueNamed));
    }
  }
  const unused = [...values.keys()].filter((name) => !used.has(name));
  if (unused.length > 0) session.err(`I log.go] well-defined vars that were never replaced: ${unused.join(',')}\n`);
  return failed;
}

/** A value as Go's `%v` prints it. */
function goText(node: Node): string {
  if (node === null) return '<nil>';
  if (isNodeList(node)) return `[${node.map(goText).join(' ')}]`;
  if (!isNodeMap(node)) return String(node);
  const entries = [...node].sort(([a], [b]) => compareStrings(a, b));
  return `map[${entries.map(([key, each]) => `${key}:${goText(each)}`).join(' ')}]`;
}

/** Splits `ports[0]` into its parts. Upstream: kyaml yaml/rnode.go convertSliceIndex. */
function indexed(part: string): readonly string[] {
  const [, name, index] = /^(.*)\[(\d+)\]$/.exec(part) ?? [];
  if (name === undefined || index === undefined) return [part];
  return name === '' ? [index] : [name, index];
}

/** Upstream: kustomize api/filters/refvar/refvar.go. */
function replaceIn(slot: Slot, valueNamed: (name: string) => Node): Failure | undefined {
  const node = slot.get();
  if (isAbsent(node)) return undefined;
  if (isNodeList(node)) {
    for (const [index, item] of node.entries()) {
      if (typeof item !== 'string') return fail('invalid value type expect a string');
      itemSlot(node, index).set(replaced(item, valueNamed));
    }
  } else if (isNodeMap(node)) {
    for (const [key, each] of node) if (typeof each === 'string') node.set(key, replaced(each, valueNamed));
  } else if (typeof node === 'string') slot.set(replaced(node, valueNamed));
  return undefined;
}

/** A text with the values of the variables that it names by `$(NAME)`. Upstream: refvar/expand.go DoReplacements. */
function replaced(text: string, valueNamed: (name: string) => Node): Node {
  const only = /^\$\(([^)]*)\)$/.exec(text)?.[1];
  if (only !== undefined) return valueNamed(only);
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (_, name?: string) =>
    name === undefined ? '$' : String(valueNamed(name)),
  );
}
