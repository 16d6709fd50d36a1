import type { ResourceVersion } from '@managed-fields/api-server';
import {
  type Atom,
  type Decoded,
  isList,
  isMap,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import table from './apply-configurations.json' with { type: 'json' };

const groups = new Set(table.groups);
const withoutConfiguration = new Set(table.without);
const missing = new Set(table.missing);
const kept = new Set(table.kept);

/** Whether client-go has a struct for a kind. Upstream: k8s.io/client-go kubernetes/scheme. */
export function hasStruct({ resource }: ResourceVersion): boolean {
  return resource.origin === 'builtin' && groups.has(resource.group);
}

/**
 * An object as a struct of its kind is written: without fields that the kind does not have, and with the zero fields that
 * are not left out. Upstream: k8s.io/api types.go of each group, Go's encoding/json.
 */
export function structOf(version: ResourceVersion, object: ValueMap): Decoded {
  const decoded = version.decode(object, 'client');
  if (decoded.kind === 'error' || version.encode === undefined) return decoded;
  return { ...decoded, object: version.encode(decoded.object) };
}

/**
 * A manifest as a configuration of client-go is written: only what the manifest has, without fields that the kind does not
 * have and without empty lists and maps. Quantities and the like are written in their canonical form. Upstream:
 * k8s.io/client-go applyconfigurations.
 */
export function configurationOf(version: ResourceVersion, manifest: ValueMap): Decoded {
  const { resource, apiVersion } = version;
  if (!hasStruct(version) || withoutConfiguration.has(`${apiVersion} ${resource.kind}`)) {
    return { kind: 'decoded', object: manifest, unknown: [] };
  }
  const decoded = structOf(version, manifest);
  if (decoded.kind === 'error') return decoded;
  const written = writtenMap(manifest, version.type, decoded.object);
  return { ...decoded, object: written };
}

/** The part of a manifest that is written; `read` is the same part as the struct has it. */
function written(value: Value, type: Atom, read: Value | undefined): Value | undefined {
  if (value === null) return undefined;
  if (isMap(value) && type.map !== undefined) {
    // What is known by nothing but its own form, as a field that takes anything.
    if (type.scalar !== undefined) return value;
    return writtenMap(value, type, isMap(read) ? read : undefined);
  }
  if (isList(value) && type.list !== undefined) {
    if (type.scalar !== undefined) return value;
    const { element } = type.list;
    return value.map((item, index) => written(item, element, isList(read) ? read[index] : undefined) ?? new Map());
  }
  return read ?? value;
}

function writtenMap(map: ValueMap, type: Atom, read: ValueMap | undefined): ValueMap {
  const found = new Map<string, Value>();
  for (const [key, value] of map) {
    const field = type.map?.fields.get(key)?.type ?? type.map?.element;
    const place = `${type.name}.${key}`;
    if (field === undefined || missing.has(place)) continue;
    const one = written(value, field, read?.get(key));
    if (one === undefined || (isBare(one, field) && !kept.has(place) && type.map?.element === undefined)) continue;
    found.set(key, one);
  }
  return found;
}

/** Whether a value is an empty list, or an empty map that is no struct. */
function isBare(value: Value, type: Atom): boolean {
  if (isList(value)) return value.length === 0;
  return isMap(value) && value.size === 0 && type.map?.element !== undefined && type.map.fields.size === 0;
}

/** The names of an object, of which a client makes the first one. */
export function emptyObject(version: ResourceVersion, manifest: ValueMap): ValueMap {
  const names = [
    ['name', metadataText(manifest, 'name')],
    ['namespace', metadataText(manifest, 'namespace')],
  ] as const;
  return new Map<string, Value>([
    ['apiVersion', version.apiVersion],
    ['kind', stringAt(manifest, 'kind') ?? version.resource.kind],
    ['metadata', new Map(names.filter(([, text]) => text !== ''))],
  ]);
}
