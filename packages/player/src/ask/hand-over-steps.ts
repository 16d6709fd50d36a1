import { changeValue, configurationOf, otherValue, writtenThrough } from '@managed-fields/api-server';
import {
  type FieldSet,
  fieldSetToV1,
  formatJson,
  isMap,
  locate,
  mapAt,
  type Owner,
  type OwnerIdentity,
  recursiveDifference,
  sameOwner,
  setOf,
  union,
  type Value,
  type ValueMap,
  valueAt,
  withEntry,
} from '@managed-fields/merge-engine';
import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { AskedObject } from './field-at.ts';
import { type Fields, lastApplyWithout } from './last-apply.ts';

/**
 * The manager that gets the fields, and how it writes: by apply, by updates of the object or its status, or by /scale.
 */
export interface Recipient {
  readonly manager: string;
  readonly by: 'apply' | 'update' | 'status' | 'scale';
}

/** A step that applies some fields with their current values, and nothing else. */
export function applyOf(about: AskedObject, manager: string, fields: Fields): NewStep {
  return applyStep(about, manager, setOfFields(fields), through(about, fields));
}

/** A step that applies the fields that a manager applied before, and some more. */
export function applyWith(about: AskedObject, manager: string, fields: Fields): NewStep {
  const subresource = through(about, fields);
  const own = about.ownership.owners?.find(
    (owner) => owner.operation === 'Apply' && owner.manager === manager && owner.subresource === subresource,
  );
  const more = setOfFields(fields);
  return applyStep(about, manager, own === undefined ? more : union(own.now, more), subresource);
}

/** A step that applies nothing any more, so that the entry of the manager is removed. */
export function applyNothing(about: AskedObject, manager: string, fields: Fields): NewStep {
  return applyStep(about, manager, setOf(), through(about, fields));
}

/**
 * A step by which an owner gives fields up. An applier applies again without them. An updater has no configuration, so
 * the fields are removed from its entry. Undefined where the owner has no entry or none of the fields.
 */
export function letGo(about: AskedObject, owner: OwnerIdentity, fields: Fields): NewStep | undefined {
  const owners = about.ownership.owners ?? [];
  const index = owners.findIndex((each) => sameOwner(each, owner));
  const entry = owners[index];
  if (owner.operation === 'Update') return entry && stripEntry(entry, index, fields);
  const { target } = about.step.after;
  const again = target && lastApplyWithout(about.played, owner, target, fields);
  if (again !== undefined || entry === undefined) return again;
  return applyStep(about, entry.manager, recursiveDifference(entry.now, setOfFields(fields)), entry.subresource);
}

/**
 * A step that writes other values and takes the fields by that; an update with the same values would take nothing.
 * Undefined where there are no other values, or no such way to write them.
 */
export function writeOther(about: AskedObject, { manager, by }: Recipient, fields: Fields): NewStep | undefined {
  const { asked } = about;
  const changes = fields.flatMap(({ path }) => {
    const place = locate(asked.object, asked.kind.type, path);
    const other = place && otherValue(valueAt(asked.object, place) ?? null);
    return place === undefined || other === undefined ? [] : [{ place, value: other }];
  });
  if (changes.length < fields.length) return undefined;
  const wanted = changeValue(asked.object, changes);
  if (!isMap(wanted)) return undefined;
  if (by === 'scale') {
    const [change] = changes;
    return { kind: 'scale', manager, text: yaml(new Map([['spec', new Map([['replicas', change?.value ?? null]])]])) };
  }
  const fragment = fragmentOf(configurationOf({ object: wanted, kind: asked.kind }, setOfFields(fields)));
  const isBuiltin = about.version.resource.origin === 'builtin';
  const hasItems = fields.some(({ path }) => path.some(({ kind }) => kind !== 'field'));
  if (by === 'status' && !hasItems) return { kind: 'status', manager, text: yaml(fragment) };
  const subresource = by === 'status' ? { subresource: 'status' } : {};
  if (isBuiltin) return { kind: 'strategic-merge-patch', manager, ...subresource, text: yaml(fragment) };
  if (!hasItems) return { kind: 'merge-patch', manager, ...subresource, text: yaml(fragment) };
  // A merge patch replaces lists as a whole, so for a field of an item the whole object is sent.
  const metadata = new Map(mapAt(wanted, 'metadata') ?? []);
  metadata.delete('managedFields');
  return { kind: 'update', manager, ...subresource, text: yaml(withEntry(wanted, 'metadata', metadata)) };
}

/** The subresource by which the fields must be written; empty for the object itself. */
export function through({ version }: AskedObject, fields: Fields): string {
  return fields.some(({ path }) => writtenThrough(version, path) === 'status') ? 'status' : '';
}

function applyStep({ asked }: AskedObject, manager: string, fields: FieldSet, subresource: string): NewStep {
  const text = yaml(configurationOf(asked, fields));
  return { kind: 'apply', manager, ...(subresource === '' ? {} : { subresource }), text };
}

/** A configuration without the fields that name its object. */
function fragmentOf(config: ValueMap): ValueMap {
  const metadata = [...(mapAt(config, 'metadata') ?? [])].filter(([key]) => key !== 'name' && key !== 'namespace');
  const rest = [...config].filter(([key]) => key !== 'apiVersion' && key !== 'kind' && key !== 'metadata');
  return new Map([...(metadata.length === 0 ? [] : [['metadata', new Map(metadata)] as const]), ...rest]);
}

function setOfFields(fields: Fields): FieldSet {
  return setOf(...fields.map(({ path }) => path));
}

function yaml(value: Value): string {
  return printYaml(value).text;
}

/**
 * A JSON patch that removes fields from an entry of managedFields, or the whole entry if it has no others. It is for
 * owners without a configuration that they could leave the fields out of. The patch fails where another entry has taken
 * the place; the object itself does not change. Undefined where the entry has none of the fields.
 */
function stripEntry(owner: Owner, index: number, fields: Fields): NewStep | undefined {
  const rest = recursiveDifference(owner.set, setOf(...fields.map(({ path }) => path)));
  const entry = `/metadata/managedFields/${index}`;
  const removals = removedKeys(fieldSetToV1(owner.set), fieldSetToV1(rest));
  if (removals.length === 0) return undefined;
  const { manager, operation, subresource } = owner;
  const tests = Object.entries({ manager, operation, ...(subresource === '' ? {} : { subresource }) });
  const emptied = isMap(fieldSetToV1(rest)) && rest.members.length + rest.children.length === 0;
  const operations = [
    ...tests.map(([key, value]) => operationOf({ op: 'test', path: `${entry}/${key}`, value })),
    ...(emptied ? [''] : removals.map((path) => `/fieldsV1${path}`)).map((path) =>
      operationOf({ op: 'remove', path: `${entry}${path}` }),
    ),
  ];
  return { kind: 'json-patch', manager: 'kubectl-patch', text: `${formatJson(operations, { indent: 2 })}\n` };
}

/** JSON pointers to the outermost keys that the first fieldsV1 has and the second does not. */
function removedKeys(before: Value, after: Value): readonly string[] {
  if (!isMap(before)) return [];
  return [...before].flatMap(([key, inside]): readonly string[] => {
    const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const left = isMap(after) ? after.get(key) : undefined;
    return left === undefined ? [pointer] : removedKeys(inside, left).map((path) => pointer + path);
  });
}

function operationOf(fields: Readonly<Record<string, string>>): ValueMap {
  return new Map(Object.entries(fields));
}
