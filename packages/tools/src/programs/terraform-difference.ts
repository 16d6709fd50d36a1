import {
  compareQuantities,
  isList,
  isMap,
  parseQuantity,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { Argument, Block } from './terraform-schema.ts';

/** What a resource is to become, and how that differs from what its state has. */
export interface Difference {
  readonly planned: ValueMap;
  readonly isChanged: boolean;
  /** Whether the object has to be made anew. */
  readonly isReplaced: boolean;
}

/**
 * Plans a resource: what the configuration has, or the default of the argument, or what the state has where the server may
 * choose. Blocks are compared by their places. Upstream: terraform-plugin-sdk v2 helper/schema/schema.go schemaMap.Diff.
 */
export function differenceOf(configured: ValueMap, prior: ValueMap | undefined, block: Block): Difference {
  const found = { isChanged: false, isReplaced: false };
  const note = ({ isForcing }: Argument, forced = false) => {
    found.isChanged = true;
    if (isForcing || forced) found.isReplaced = true;
  };
  const planned = plannedBlock(configured, prior, block, note);
  return { planned, ...found };
}

type Note = (argument: Argument, forced?: boolean) => void;

function plannedBlock(configured: ValueMap, prior: ValueMap | undefined, block: Block, note: Note): ValueMap {
  const planned = new Map<string, Value>();
  for (const argument of block.values()) {
    const [given, was] = [configured.get(argument.name), prior?.get(argument.name)];
    const value = plannedValue(given, was, argument, prior !== undefined, note);
    if (value !== undefined) planned.set(argument.name, value);
  }
  return planned;
}

function plannedValue(
  given: Value | undefined,
  was: Value | undefined,
  argument: Argument,
  isThere: boolean,
  note: Note,
): Value | undefined {
  if (argument.block !== undefined) return plannedBlocks(given, was, argument, argument.block, isThere, note);
  if (argument.kind === 'attributes') return plannedMap(given, was, argument, note);
  if (argument.kind === 'list' || argument.kind === 'set') {
    if (given === undefined && argument.isComputed) return was;
    const [wanted, had] = [inOrder(listOf(given), argument), inOrder(listOf(was), argument)];
    if (wanted.map(String).join('\n') !== had.map(String).join('\n')) note(argument);
    return wanted;
  }
  const wanted = given ?? fallbackOf(argument);
  if (wanted === undefined) {
    if (argument.isComputed) return was;
    if (!isZero(was)) note(argument);
    return undefined;
  }
  if (isThere && isSame(was, wanted, argument)) return was ?? wanted;
  note(argument);
  return wanted;
}

function plannedMap(
  given: Value | undefined,
  was: Value | undefined,
  argument: Argument,
  note: Note,
): Value | undefined {
  if (given === undefined && argument.isComputed) return was;
  const [wanted, had] = [mapOfValue(given), mapOfValue(was)];
  if ([...had.keys()].some((key) => !wanted.has(key))) note(argument);
  return new Map(
    [...wanted].map(([key, value]): [string, Value] => {
      const before = had.get(key);
      if (before !== undefined && isSame(before, value, argument)) return [key, before];
      note(argument);
      return [key, value];
    }),
  );
}

function plannedBlocks(
  given: Value | undefined,
  was: Value | undefined,
  argument: Argument,
  block: Block,
  isThere: boolean,
  note: Note,
): Value {
  const had = listOf(was).filter(isMap);
  if (given === undefined && argument.isComputed) return had;
  const wanted = listOf(given).filter(isMap);
  if (argument.kind === 'set') {
    const made = inOrder(
      wanted.map((item) => plannedBlock(item, undefined, block, () => undefined)),
      argument,
    );
    if (
      made.map((item) => hashText(item, argument)).join() !==
      inOrder(had, argument)
        .map((item) => hashText(item, argument))
        .join()
    )
      note(argument);
    return made;
  }
  if (wanted.length !== had.length) note(argument);
  const gone = had.slice(wanted.length);
  for (const item of gone) plannedBlock(new Map(), item, block, (each) => note(each));
  return wanted.map((item, index) => plannedBlock(item, isThere ? had[index] : undefined, block, note));
}

/** The default of an argument. */
export function fallbackOf({ fallback, kind }: Argument): Value | undefined {
  if (fallback === undefined) return undefined;
  return kind === 'number' ? BigInt(fallback) : kind === 'truth' ? fallback === 'true' : fallback;
}

/** Whether a value is what an argument has that nobody set. */
export function isZero(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) ? value.size === 0 : value === '' || value === false || value === 0 || value === 0n;
}

function isSame(was: Value | undefined, wanted: Value, { isQuantity }: Argument): boolean {
  if (isZero(was) && isZero(wanted)) return true;
  if (String(was ?? '') === String(wanted)) return true;
  return isQuantity && typeof was === 'string' && typeof wanted === 'string' && isSameQuantity(was, wanted);
}

function isSameQuantity(one: string, other: string): boolean {
  const [a, b] = [parseQuantity(one), parseQuantity(other)];
  return a.kind === 'quantity' && b.kind === 'quantity' && compareQuantities(a.quantity, b.quantity) === 0;
}

/** Whether a part of a resource changes, as its update asks. Upstream: helper/schema/resource_data.go HasChange. */
export function hasChange(was: Value | undefined, is: Value | undefined): boolean {
  if (isZero(was) && isZero(is)) return false;
  if (isMap(was ?? null) || isMap(is ?? null)) {
    const [one, other] = [mapOfValue(was), mapOfValue(is)];
    return [...new Set([...one.keys(), ...other.keys()])].some((key) => hasChange(one.get(key), other.get(key)));
  }
  if (isList(was ?? null) || isList(is ?? null)) {
    const [one, other] = [listOf(was), listOf(is)];
    return one.length !== other.length || one.some((item, index) => hasItemChange(item, other[index]));
  }
  return String(was ?? '') !== String(is ?? '');
}

function hasItemChange(was: Value, is: Value | undefined): boolean {
  return hasChange(was, is);
}

/** The items of a list; none of anything else. */
export function listOf(value: Value | undefined): readonly Value[] {
  return isList(value ?? null) ? (value as readonly Value[]) : [];
}

/** A map; an empty one of anything else. */
export function mapOfValue(value: Value | undefined): ValueMap {
  return isMap(value ?? null) ? (value as ValueMap) : new Map();
}

/** Items of a set in the order of their hashes. Upstream: helper/schema/set.go listCode, serialize.go. */
export function inOrder(items: readonly Value[], argument: Argument): readonly Value[] {
  if (argument.kind !== 'set') return items;
  const coded = new Map(items.map((item) => [String(checksum(hashText(item, argument))), item]));
  return [...coded].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function hashText(item: Value, { block, isHashedAlone }: Argument): string {
  if (block === undefined) return isHashedAlone ? String(item) : `${String(item)};`;
  return resourceText(mapOfValue(item), block);
}

function resourceText(item: ValueMap, block: Block): string {
  const own = [...block.values()].filter((each) => each.isRequired || each.isOptional);
  return own
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((each) => {
      const value = item.get(each.name);
      if (each.kind === 'truth') return `${each.name}:${value === true ? 1 : 0};`;
      return `${each.name}:${each.kind === 'number' ? String(value ?? 0) : String(value ?? '')};`;
    })
    .join('');
}

/** The CRC-32 of a text. Upstream: Go hash/crc32 ChecksumIEEE. */
function checksum(text: string): number {
  let sum = 0xffffffff;
  for (const byte of utf8(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
