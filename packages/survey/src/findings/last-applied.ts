import { isKnownPlain, isSecretField } from '@managed-fields/redact';
import { isArray, isObject, type Json, type JsonObject, jsonOf, memberOf, sameJson, textAt, valueAt } from '../json.ts';
import type { OwnedField } from '../owned-fields.ts';
import { type Finding, mostFields, pathOf } from './finding.ts';
import { clientSideApply, isByHand, lastAppliedName, lastAppliedOwner } from './known-managers.ts';
import type { Judged, Rule } from './rule.ts';

/**
 * An annotation of client-side apply that declares other values than the object has, because somebody else changed or
 * removed them. What only the server writes otherwise (`0.5` as `500m`) does not count: there the owner is the same.
 */
export const lastAppliedDiffers: Rule = {
  id: 'last-applied-differs',
  severity: 'warning',
  conflict: false,
  example: 'overwrite-false',
  judge(judged) {
    const text = valueAt(judged.value, 'metadata', 'annotations', lastAppliedName);
    if (typeof text !== 'string' || text === '' || judged.row.entries.length === 0) return [];
    const declared = readDeclared(text);
    if (declared === undefined) return [unreadable(judged)];
    // Controllers copy annotations: a ControllerRevision has that of its StatefulSet.
    if (textAt(declared, 'kind') !== judged.row.kind) return [];
    if (textAt(declared, 'metadata', 'name') !== judged.row.name) return [];
    const found = differencesOf(judged, declared);
    const [first] = found;
    if (first === undefined) return [];
    const entries = [...new Set(found.flatMap(({ owners }) => owners))];
    const facts = {
      field: first.path,
      declared: shown(judged, first.path, first.declared),
      live: shown(judged, first.path, first.live),
      managers: [...new Set(entries.map((entry) => judged.row.entries[entry]?.manager ?? ''))].join(', '),
    };
    const fields = found.slice(0, mostFields).map(({ path }) => path);
    return [{ rule: 'last-applied-differs', fields, fieldCount: found.length, entries, facts }];
  },
};

function readDeclared(text: string): JsonObject | undefined {
  const read = jsonOf(text);
  return isObject(read) ? read : undefined;
}

function unreadable(judged: Judged): Finding {
  const fields = [`.metadata.annotations.${lastAppliedName}`];
  return {
    rule: 'last-applied-differs',
    fields,
    fieldCount: 1,
    entries: writersOf(judged),
    facts: { unreadable: 'yes' },
  };
}

interface Difference {
  readonly path: string;
  readonly declared: Json;
  readonly live: Json | undefined;
  readonly owners: readonly number[];
}

/** The entries of whoever wrote the annotation. */
function writersOf({ row, owned }: Judged): readonly number[] {
  const annotation = owned.find(
    ({ element, parent }) => element.slice(2) === lastAppliedName && parent?.element === 'f:annotations',
  );
  const owners = new Set(annotation?.owners);
  const applied = [...owners].some((owner) => row.entries[owner]?.manager === lastAppliedOwner);
  return row.entries.flatMap(({ manager, operation }, entry) => {
    const isWriter =
      owners.has(entry) ||
      manager === clientSideApply ||
      // After kubectl's migration the annotation has a manager of its own, and `kubectl` applies the rest.
      (applied && manager === 'kubectl' && operation === 'Apply');
    return isWriter ? [entry] : [];
  });
}

/** What a walk through the annotation and the object goes by. */
interface Walk {
  readonly judged: Judged;
  readonly writers: ReadonlySet<number>;
  readonly found: Difference[];
  /** The fields with owners by the value that they are in; made for the first difference. */
  fields?: ReadonlyMap<Json | undefined, ReadonlyMap<string, OwnedField>>;
}

/** A place in the object: the values that lead to it, each with the name of the member that is next. */
interface Step {
  readonly up: Step | undefined;
  readonly value: Json | undefined;
  /** A member's name, or undefined for an item of a list. */
  readonly name: string | undefined;
  readonly text: string;
}

/** Members of the object that a manifest declares and the server sets, or takes as something else. */
const passedOver: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status', 'stringData', 'metadata']);

function differencesOf(judged: Judged, declared: JsonObject): readonly Difference[] {
  const walk: Walk = { judged, writers: new Set(writersOf(judged)), found: [] };
  const { value } = judged;
  for (const [name, member] of Object.entries(declared)) {
    if (!passedOver.has(name))
      compare(walk, member, memberOf(value, name), { up: undefined, value, name, text: `.${name}` });
  }
  const root: Step = { up: undefined, value, name: 'metadata', text: '.metadata' };
  for (const name of ['labels', 'annotations']) {
    const [from, to] = [valueAt(declared, 'metadata', name), valueAt(value, 'metadata', name)];
    if (from !== undefined) {
      const step = { up: root, value: memberOf(value, 'metadata'), name, text: `.metadata.${name}` };
      compare(walk, from, to, step);
    }
  }
  return walk.found;
}

const deepest = 64;

function compare(walk: Walk, declared: Json, live: Json | undefined, step: Step, level = 0): void {
  if (level > deepest) return;
  if (isObject(declared) && isObject(live)) {
    for (const name of Object.keys(declared)) {
      const member = declared[name];
      // Authorities inject their certificates where a manifest has a placeholder.
      if (member === undefined || name === 'caBundle') continue;
      const below = { up: step, value: live, name, text: `${step.text}.${name}` };
      compare(walk, member, memberOf(live, name), below, level + 1);
    }
  } else if (isArray(declared) && isArray(live)) {
    compareLists(walk, declared, live, step, level);
  } else if (live === undefined) {
    if (isSet(declared)) walk.found.push({ path: step.text, declared, live, owners: [] });
  } else if (declared !== live && declared !== null) {
    report(walk, declared, live, step);
  }
}

/** Whether a value is one that neither the server nor Go leaves out. */
function isSet(value: Json): boolean {
  if (isArray(value)) return value.length > 0 && value.some(isSet);
  if (isObject(value)) return Object.values(value).some(isSet);
  return value !== null && value !== '' && value !== 0 && value !== false;
}

/** Members by which items of lists are told apart, where all items of both lists have one of their own. */
const keyNames = ['name', 'containerPort', 'port', 'mountPath', 'devicePath', 'ip', 'key', 'uid', 'type'];

function compareLists(walk: Walk, declared: readonly Json[], live: readonly Json[], step: Step, level: number): void {
  const key = keyNames.find((name) => areKeys(declared, name) && areKeys(live, name));
  if (key === undefined) {
    if (!sameJson(declared, live)) report(walk, declared, live, step);
    return;
  }
  const items = new Map(live.map((item) => [memberOf(item, key), item]));
  for (const item of declared) {
    const wanted = memberOf(item, key);
    const below = { up: step, value: live, name: undefined, text: `${step.text}[${key}=${JSON.stringify(wanted)}]` };
    compare(walk, item, items.get(wanted), below, level + 1);
  }
}

function areKeys(list: readonly Json[], name: string): boolean {
  const keys = new Set<Json>();
  for (const item of list) {
    const key = memberOf(item, name);
    if (typeof key !== 'string' && typeof key !== 'number') return false;
    keys.add(key);
  }
  return keys.size === list.length;
}

/** Notes a difference where somebody else than the writers of the annotation owns the field, or what it is in. */
function report(walk: Walk, declared: Json, live: Json, step: Step): void {
  const field = fieldAt(walk, step);
  if (field === undefined) return;
  const { entries } = walk.judged.row;
  const others = field.owners.every((owner) => {
    const entry = entries[owner];
    // What controllers scale and report is theirs by design.
    const byDesign = entry !== undefined && entry.subresource !== '' && !isByHand(entry.manager, entry.subresource);
    return !walk.writers.has(owner) && !byDesign;
  });
  if (others) walk.found.push({ path: pathOf(field), declared, live, owners: field.owners });
}

/** The field with owners at a place, or the one that holds it as an atomic whole. */
function fieldAt(walk: Walk, step: Step): OwnedField | undefined {
  walk.fields ??= fieldsByParent(walk.judged);
  for (let at: Step | undefined = step; at !== undefined; at = at.up) {
    const field = at.name === undefined ? undefined : walk.fields.get(at.value)?.get(at.name);
    if (field !== undefined && field.owners.length > 0 && (at === step || !field.inner)) return field;
  }
  return undefined;
}

function fieldsByParent({ owned, value }: Judged): ReadonlyMap<Json | undefined, ReadonlyMap<string, OwnedField>> {
  const all = new Map<Json | undefined, Map<string, OwnedField>>();
  for (const field of owned) {
    if (!field.element.startsWith('f:')) continue;
    const around = field.parent === undefined ? value : field.parent.value;
    const known = all.get(around);
    if (known === undefined) all.set(around, new Map([[field.element.slice(2), field]]));
    else known.set(field.element.slice(2), field);
  }
  return all;
}

const mostShown = 60;

/** A value for a sentence; what is not known to be plain, as a link would ask about it, is not shown. */
function shown({ row }: Judged, path: string, value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  const names = path.split(/[.[\]]+/);
  if (row.kind === 'Secret' || names.some(isSecretField) || !isKnownPlain(text, names.at(-1) ?? '')) return '…';
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
