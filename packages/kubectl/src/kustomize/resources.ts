import { matchesLabels, parseLabelSelector } from '@managed-fields/api-server';
import { compilePattern } from '@managed-fields/api-server/pattern';
import { stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure } from '../failure.ts';
import { jsonWithNotes } from './notes.ts';
import { idKey, idSyntax, idText, isSelected, namespaceOf, type ResId, sameId } from './res-id.ts';
import type { Resource } from './resource.ts';

/** The annotation that says where a resource came from. */
export const originNote = 'config.kubernetes.io/origin';

/** The resources of a build, in their order. Upstream: kustomize api/resmap/reswrangler.go. */
export class Resources {
  #all: readonly Resource[] = [];

  get all(): readonly Resource[] {
    return this.#all;
  }

  /** Adds a resource whose id is not taken. */
  add(resource: Resource): Failure | undefined {
    return this.addAll([resource]);
  }

  /** Adds resources up to the first whose id is taken. */
  addAll(resources: readonly Resource[]): Failure | undefined {
    const taken = new Set(this.#all.map(({ id }) => idKey(id)));
    const all = [...this.#all];
    this.#all = all;
    for (const each of resources) {
      const { id } = each;
      const key = idKey(id);
      if (taken.has(key)) return fail(`may not add resource with an already registered id: ${idText(id)}`);
      taken.add(key);
      all.push(each);
    }
    return undefined;
  }

  /** Puts all resources anew; ids are checked. */
  reset(resources: readonly Resource[]): Failure | undefined {
    this.#all = [];
    return this.addAll(resources);
  }

  /** Leaves out what patches emptied. */
  dropEmpty(): void {
    this.#all = this.#all.filter((each) => !each.isEmpty());
  }

  /** Adds a generated resource, or lets it replace or extend the one of its id. Upstream: appendReplaceOrMerge. */
  absorb(made: Resource, release: string): Failure | undefined {
    const { id } = made;
    const matches = this.withAnyId((each) => sameId(id, each));
    const [old] = matches;
    const merges = made.behavior === 'merge' || made.behavior === 'replace';
    if (old === undefined) {
      return merges ? fail(`id ${idSyntax(id)} does not exist; cannot merge or replace`) : this.add(made);
    }
    if (matches.length > 1) {
      const found = `[${matches.map(jsonWithNotes).join(' ')}]`;
      return fail(`found multiple objects ${found} that could accept merge of ${idText(id)}`);
    }
    if (!merges) {
      const told = hasChange('behaviorTold', release) ? `can not use behavior: '${made.behavior}', ` : '';
      const why = `${told}behavior must be merge or replace`;
      return fail(`id ${idSyntax(id)} exists; ${why}`);
    }
    const origin = [...old.annotations].filter(([name]) => name === originNote);
    inherit(made, old);
    if (made.behavior === 'merge') {
      made.setTexts('annotations', new Map([...made.annotations, ...origin]));
      for (const field of ['data', 'binaryData']) mergeTexts(made, old, field);
    }
    this.#all = this.#all.map((each) => (each === old ? made : each));
    return undefined;
  }

  /** The resources of which the present id or a former one fits. */
  withAnyId(fits: (id: ResId) => boolean): readonly Resource[] {
    return this.#all.filter((each) => !each.isEmpty() && each.ids.some(fits));
  }

  /** The only resource with an id. Upstream: GetById. */
  byId(id: ResId): Resource | Failure {
    const found = this.withAnyId((each) => sameId(id, each));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const text = idText(id);
    const what = found.length > 1 ? `multiple matches for Id ${text}` : `no matches for Id ${text}`;
    return fail(`${what}; failed to find unique target for patch ${text}`);
  }

  /** The resources that the target of a patch selects. Upstream: Select. */
  select(target: ValueMap): readonly Resource[] | Failure {
    const matcher = matcherOf(target);
    if (isFailure(matcher)) return matcher;
    const found: Resource[] = [];
    for (const each of this.#all) {
      const ids = [each.firstId, each.id];
      if (!ids.some((id) => matcher.namespace(namespaceOf(id)))) continue;
      if (!ids.some((id) => matcher.name(id.name)) || !matcher.gvk(each.id)) continue;
      const labelled = selectsLabels(target, each);
      if (isFailure(labelled)) return labelled;
      if (labelled) found.push(each);
    }
    return found;
  }
}

/** Takes over what the resource in the place of a generated one had. Upstream: resource.go CopyMergeMetaDataFieldsFrom. */
export function inherit(made: Resource, old: Resource): void {
  const { needsHash } = made;
  made.setTexts('labels', new Map([...old.labels, ...made.labels]));
  made.setTexts('annotations', new Map([...old.annotations, ...made.annotations]));
  made.rename(old.name);
  made.moveTo(old.namespace);
  made.former = old.former;
  made.prefixes = old.prefixes;
  made.suffixes = old.suffixes;
  made.mayChangeName = old.mayChangeName;
  made.mayChangeKind = old.mayChangeKind;
  made.needsHash = needsHash && old.needsHash;
}

function mergeTexts(made: Resource, old: Resource, field: string): void {
  const texts = new Map([...(old.textsIn(field) ?? []), ...(made.textsIn(field) ?? [])]);
  made.node.delete(field);
  if (texts.size > 0) made.node.set(field, texts);
}

/** What a selector asks of ids. */
export interface Matcher {
  name(name: string): boolean;
  namespace(namespace: string): boolean;
  gvk(id: ResId): boolean;
}

/** Upstream: kustomize api/types/selector.go NewSelectorRegex. */
export function matcherOf(selector: ValueMap): Matcher | Failure {
  const any = (_: string) => true;
  const tests = { group: any, version: any, kind: any, name: any, namespace: any };
  for (const field of ['group', 'version', 'kind', 'name', 'namespace'] as const) {
    const written = stringAt(selector, field);
    if (!written) continue;
    const pattern = compilePattern(`^(?:${written})$`);
    if (pattern.kind === 'error') return fail(pattern.message);
    tests[field] = (text) => pattern.test(text);
  }
  return { ...tests, gvk: (id) => tests.group(id.group) && tests.version(id.version) && tests.kind(id.kind) };
}

// kustomize reads selectors by an older parser, which has other words for what it expects.
const operators = 'expected: in, notin, =, ==, !=, gt, lt';
const formerOperators = "expected: '=', '!=', '==', 'in', notin'";

/** Whether labels and annotations are those that a selector asks for. */
export function selectsLabels(selector: ValueMap, resource: Resource): boolean | Failure {
  for (const [field, texts] of [
    ['labelSelector', resource.labels],
    ['annotationSelector', resource.annotations],
  ] as const) {
    const parsed = parseLabelSelector(stringAt(selector, field) ?? '');
    if (parsed.kind === 'malformed') return fail(parsed.message.replace(operators, formerOperators));
    if (!matchesLabels(parsed.requirements, texts)) return false;
  }
  return true;
}

/** Whether an id is one that the source of a replacement names. Upstream: kyaml resid/resid.go IsSelectedBy. */
export function isSelectedBy(id: ResId, selector: ValueMap): boolean {
  const [name, namespace] = [stringAt(selector, 'name') ?? '', stringAt(selector, 'namespace') ?? ''];
  const asked = {
    group: stringAt(selector, 'group') ?? '',
    version: stringAt(selector, 'version') ?? '',
    kind: stringAt(selector, 'kind') ?? '',
  };
  const inNamespace = namespace === '' || namespaceOf(id) === namespaceOf({ ...id, namespace, clusterScoped: false });
  return (name === '' || name === id.name) && inNamespace && isSelected(id, asked);
}
