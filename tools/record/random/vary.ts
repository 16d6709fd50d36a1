import type { Chance } from '../../../conformance/chance.ts';
import { asObject, isArray, type Json } from './makers.ts';

/** Members without which an object would mostly be refused: dropped seldom. */
const essential = new Set(
  (
    'name port containerPort mountPath ip key effect operator type kind apiVersion selector template containers image ' +
    'scaleTargetRef maxReplicas schedule jobTemplate restartPolicy roleRef accessModes capacity provisioner handler ' +
    'controller addressType serviceName clusterIP defaultBackend value clientConfig sideEffects resource resources ' +
    'admissionReviewVersions apiGroups verbs nodeSelectorTerms requests storage volumes topologyKey ' +
    'whenUnsatisfiable maxSkew weight webhooks ports addresses limits spec'
  ).split(' '),
);

/** The ways in which a body may stray from what a kind accepts. */
export interface Straying {
  /** Once in how many values it is null or empty. */
  readonly empties: number;
  /** Once in how many values it is of a wrong type, or a member nobody knows. */
  readonly wrong: number;
}

/** Leaves out members and items by chance, the essential ones seldom. */
export function thin(chance: Chance, value: Json, straying: Straying, share = 5): Json {
  if (straying.wrong > 0 && chance.once(straying.wrong))
    return chance.pick<Json>(['wrong', 7, true, [], {}, [{}], 1.5]);
  if (isArray(value)) {
    const kept = value.filter(() => !chance.once(6)).map((item) => thin(chance, item, straying, share));
    return chance.once(8) ? kept.reverse() : kept;
  }
  const object = asObject(value);
  if (object === undefined) return value;
  const kept: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(object)) {
    if (chance.once(essential.has(key) ? 40 : share)) continue;
    if (chance.once(straying.empties)) {
      kept[key] = chance.pick<Json>([null, null, isArray(inner) ? [] : asObject(inner) === undefined ? null : {}]);
    } else kept[key] = thin(chance, inner, straying, share);
  }
  if (straying.wrong > 0 && chance.once(straying.wrong)) kept[chance.pick(['unknown', 'Name', 'spec'])] = 'x';
  return kept;
}

/** A value that has some of one and some of the other, where both are of a kind. */
export function mix(chance: Chance, one: Json, other: Json): Json {
  const [left, right] = [asObject(one), asObject(other)];
  if (left !== undefined && right !== undefined) {
    const mixed: Record<string, Json> = {};
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const [a, b] = [left[key], right[key]];
      if (a !== undefined && b !== undefined) mixed[key] = mix(chance, a, b);
      else if (a !== undefined) mixed[key] = a;
      else if (b !== undefined && chance.once(4)) mixed[key] = b;
    }
    return mixed;
  }
  if (isArray(one) && isArray(other)) {
    const named = new Map(one.map((item) => [nameOf(item), item]));
    for (const item of other) {
      const known = named.get(nameOf(item));
      if (known !== undefined) named.set(nameOf(item), chance.once(2) ? mix(chance, known, item) : known);
      else if (chance.once(3)) named.set(nameOf(item), item);
    }
    return [...named.values()];
  }
  return chance.once(3) ? other : one;
}

function nameOf(item: Json): string {
  const object = asObject(item);
  if (object === undefined) return JSON.stringify(item);
  const { name, containerPort, mountPath, port, ip, key, host, type } = object;
  return JSON.stringify([name, containerPort, mountPath, port, ip, key, host, type]);
}

/** A small part of an object: one or a few paths of it. */
export function part(chance: Chance, value: Json): Json {
  const object = asObject(value);
  if (object === undefined) return value;
  const keys = Object.keys(object);
  if (keys.length === 0) return value;
  const kept: Record<string, Json> = {};
  for (let count = 1 + chance.integer(2); count > 0; count--) {
    const key = keys[chance.integer(keys.length)] ?? '';
    const inner = object[key] ?? null;
    kept[key] = chance.once(8) ? null : chance.once(4) ? inner : part(chance, inner);
  }
  return kept;
}

/** JSON pointers of everything in a value, its own excluded. */
export function pointers(value: Json, prefix = ''): string[] {
  const inner = (key: string, item: Json): string[] => {
    const pointer = `${prefix}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [pointer, ...pointers(item, pointer)];
  };
  if (isArray(value)) return value.flatMap((item, index) => inner(String(index), item));
  return Object.entries(asObject(value) ?? {}).flatMap(([key, item]) => inner(key, item));
}

/** Returns what a pointer names; undefined where there is nothing. */
export function at(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    here = isArray(here) ? here[Number(key)] : asObject(here)?.[key];
  }
  return here;
}
