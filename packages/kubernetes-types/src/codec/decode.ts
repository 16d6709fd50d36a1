import {
  compareStrings,
  type Decoded,
  type DecodeSource,
  earlierValues,
  inKeyOrder,
  isList,
  isMap,
  placeText,
  type Value,
  type ValueList,
  type ValueMap,
  writtenNumber,
} from '@managed-fields/merge-engine';
import { type Held, type Read, readCustom, zeroCustom } from './custom.ts';
import { type Dialect, jsonDialect, unstructuredDialect } from './dialect.ts';
import { type Fault, faultMessage, type Present, within } from './fault.ts';
import type { GoField, GoStruct, GoType } from './go-types.ts';

/** What a decoded object holds that is not written: empty lists and maps, and inside of lists amounts as they were sent. */
export interface Empties {
  /** How objects come back from storage: protobuf forgets the difference between nil and empty, JSON does not. */
  readonly storage: 'protobuf' | 'json';
  /** Whether a decoded object keeps empty lists and maps. */
  readonly kept?: boolean;
  /** Whether amounts and times inside of lists stay as they are held in memory, where that is not as they are written. */
  readonly held?: Held;
}

/** The number of unknown fields after which the JSON decoder reports no more. */
const mostUnknown = 100;

/**
 * Decodes an object into its Go struct and encodes it again, as the server does. Fields are written in the order of the
 * struct, maps by key. Parts that are in that form already stay the same objects.
 * Upstream: sigs.k8s.io/json for `json`, apimachinery pkg/runtime/converter.go for `unstructured`, encoding/json for
 * what is written. A client reads as the server reads JSON.
 */
export function decodeObject(object: ValueMap, type: GoStruct, source: DecodeSource, empties: Empties): Decoded {
  const decoding = new Decoding(
    source === 'unstructured' ? unstructuredDialect : jsonDialect,
    source === 'storage' && empties.storage === 'protobuf',
    source !== 'storage' && empties.kept === true,
    source === 'storage' ? undefined : empties.held,
  );
  const written = decoding.readStruct(object, type);
  const { fault } = decoding;
  if (fault !== undefined) return { kind: 'error', message: faultMessage(fault) };
  return { kind: 'decoded', object: written, unknown: decoding.unknownFields() };
}

/** The decoding of one object: the current place, and the faults so far. */
class Decoding {
  private readonly dialect: Dialect;
  private readonly forgetsEmpty: boolean;
  private readonly keepsEmpty: boolean;
  private readonly holds: Held | undefined;
  private readonly way: Way;
  private lists = 0;
  /** How many empty lists and maps were met so far: all that the ways treat differently, apart from what is held. */
  private empties = 0;
  /** How the number at the current place was written, where it is not as it is printed. */
  private number: string | undefined;
  private readonly unknown = new Set<string>();
  private readonly path: (string | number)[] = [];
  private readonly fieldNames: string[] = [];
  private struct: GoStruct | undefined;
  private saved: Fault | undefined;
  private fatal: Fault | undefined;

  constructor(dialect: Dialect, forgetsEmpty: boolean, keepsEmpty: boolean, holds: Held | undefined) {
    this.dialect = dialect;
    this.holds = holds;
    this.forgetsEmpty = forgetsEmpty;
    this.keepsEmpty = keepsEmpty;
    this.way = `${forgetsEmpty ? 'forgets' : keepsEmpty ? 'keeps' : 'drops'}${holds === undefined ? '' : (` and holds ${holds}` as const)}`;
  }

  /** Whether an amount stands at the current place as it is held. */
  private get isHeld(): boolean {
    return this.holds !== undefined && this.lists > 0;
  }

  get fault(): Fault | undefined {
    return this.fatal ?? this.saved;
  }

  unknownFields(): readonly string[] {
    return this.dialect.byStruct ? [...this.unknown].sort(compareStrings) : [...this.unknown];
  }

  readStruct(value: ValueMap, type: GoStruct): ValueMap {
    // `spec` and the like stay as they are in most writes, and an object is decoded several times in each.
    if (this.path.length !== 1) return this.readFields(value, type);
    const own = unchangedStructs(this.dialect, this.way);
    const all = unchangedStructs(this.dialect, this.holds === undefined ? 'any' : this.way);
    if (own.get(value) === type || all.get(value) === type) return value;
    const [complaints, empties] = [this.unknown.size, this.empties];
    const read = this.readFields(value, type);
    if (read === value && this.fault === undefined && this.unknown.size === complaints) {
      (this.empties === empties ? all : own).set(value, type);
    }
    return read;
  }

  private readFields(value: ValueMap, type: GoStruct): ValueMap {
    const { places, always } = layoutOf(type, this.isHeld);
    const inOrder = this.dialect.byStruct ? inStructOrder(value, places) : undefined;
    // Most structs come in the form in which they are written, and nothing is made of them then.
    let read: Map<string, Value> | undefined;
    let [last, wanted] = [-1, always.size];
    for (const name of inOrder ?? value.keys()) {
      const field = type.fields.get(name);
      if (field === undefined) {
        this.noteUnknown(name);
        read ??= entriesBefore(name, inOrder ?? value.keys(), value);
        continue;
      }
      const given = this.givenOf(value, name, field);
      this.number = numberAt(value, name, given);
      const place = places.get(name) ?? 0;
      const now = given === null ? undefined : this.readField(given, field, type);
      const isSame = place > last && now !== undefined && now === value.get(name) && !this.isLeftOut(now, field);
      if (!isSame) read ??= entriesBefore(name, inOrder ?? value.keys(), value);
      if (now !== undefined) read?.set(name, now);
      last = place;
      if (always.has(name)) wanted--;
    }
    if (read === undefined && wanted === 0) return value;
    return sameIfEqual(this.writeFields(read ?? value, type), value);
  }

  private isLeftOut(value: Value, field: GoField): boolean {
    const kept = this.keepsEmpty && typeof value === 'object' && value !== null;
    return !kept && isOmitted(value, field);
  }

  private writeFields(read: ReadonlyMap<string, Value>, type: GoStruct): ValueMap {
    const { places, always } = layoutOf(type, this.isHeld);
    const entries: [string, Value][] = [];
    for (const [name, value] of read) {
      const field = type.fields.get(name);
      if (field !== undefined && !this.isLeftOut(value, field)) entries.push([name, value]);
    }
    for (const [name, value] of always) if (!read.has(name)) entries.push([name, value]);
    return new Map(entries.sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0)));
  }

  /** The value of a field; where the text has it several times, what all of them come to in one decoder. */
  private givenOf(value: ValueMap, name: string, field: GoField | undefined): Value {
    const last = value.get(name) ?? null;
    if (field === undefined || this.dialect.byStruct) return last;
    const earlier = earlierValues(value, name);
    return earlier.length === 0 ? last : decodedInTurn([...earlier, last], field);
  }

  private readField(value: Present, field: GoField, parent: GoStruct): Value {
    const { struct } = this;
    const depth = this.fieldNames.length;
    this.struct = parent;
    if (field.embedded.length > 0) this.fieldNames.push(...field.embedded);
    this.fieldNames.push(field.name);
    this.path.push(field.name);
    const read = this.read(value, field.type);
    this.path.pop();
    this.fieldNames.length = depth;
    this.struct = struct;
    return read;
  }

  read(value: Present, type: GoType): Value {
    switch (type.kind) {
      case 'struct':
        return isMap(value) ? this.readStruct(value, type) : this.accept(this.dialect.misfit(value, type), type);
      case 'slice':
        return isList(value)
          ? this.readSlice(value, type.element)
          : this.accept(this.dialect.misfit(value, type), type);
      case 'map':
        return isMap(value) ? this.readMap(value, type.element) : this.accept(this.dialect.misfit(value, type), type);
      case 'bytes':
        return this.accept(this.dialect.bytes(value, type), type);
      case 'custom':
        // A decoder of values writes the JSON again, its keys sorted; that of texts keeps what was written.
        if (this.dialect.byStruct && type.name === 'runtime.RawExtension') return inKeyOrder(value);
        return this.accept(
          readCustom(value, type.encoding, readApart, this.isHeld ? this.holds : undefined, this.number),
          type,
        );
      default:
        return this.accept(this.dialect.scalar(value, type, this.number), type);
    }
  }

  private readSlice(list: ValueList, element: GoType): Value {
    if (list.length === 0) {
      this.empties++;
      if (this.forgetsEmpty) return null;
    }
    this.lists++;
    const read = list.map((item, index) => {
      this.number = numberAt(list, index, item);
      return this.readAt(index, item, element);
    });
    this.lists--;
    return read.every((item, index) => item === list[index]) ? list : read;
  }

  private readMap(map: ValueMap, element: GoType): Value {
    if (map.size === 0) {
      this.empties++;
      if (this.forgetsEmpty) return null;
    }
    let read: Map<string, Value> | undefined;
    let last: string | undefined;
    for (const [key, value] of map) {
      this.number = numberAt(map, key, value);
      const now = this.dialect.keysInPath ? this.readAt(key, value, element) : this.readElement(value, element);
      const isSame = now === value && (last === undefined || compareStrings(last, key) < 0);
      if (!isSame) read ??= entriesBefore(key, map.keys(), map);
      read?.set(key, now);
      last = key;
    }
    if (read === undefined) return map;
    return sameIfEqual(new Map([...read].sort(([a], [b]) => compareStrings(a, b))), map);
  }

  private readElement(value: Value, type: GoType): Value {
    if (value !== null) return this.read(value, type);
    if (type.kind === 'bytes') this.empties++;
    // Protobuf has no nil among the bytes of a map.
    return type.kind === 'bytes' && this.forgetsEmpty ? '' : zero(type, this.isHeld);
  }

  /** The value that was read. A fault is noted and leaves the field unset. */
  private accept(read: Read, type: GoType): Value {
    if (read.kind === 'read') return read.value;
    const fault =
      this.dialect.namesFields && this.struct !== undefined
        ? within(read.fault, this.struct.name.slice(this.struct.name.lastIndexOf('.') + 1), this.fieldNames.join('.'))
        : read.fault;
    // A refusal by a type's own method ends the decoding; a misfit is reported if nothing worse follows.
    if (type.kind === 'custom' || !this.dialect.savesMisfits) this.fatal ??= fault;
    else if (this.fatal === undefined) this.saved ??= fault;
    return zero(type, false);
  }

  private noteUnknown(name: string): void {
    if (this.unknown.size >= mostUnknown && !this.dialect.byStruct) return;
    this.unknown.add(this.dialect.unknown(placeText([...this.path, name])));
  }

  /** Reads an element one step deeper. */
  private readAt(step: string | number, value: Value, type: GoType): Value {
    this.path.push(step);
    const read = this.readElement(value, type);
    this.path.pop();
    return read;
  }
}

/** Reads a value by a decoder of its own, as a type's own method does with what is inside it. */
function readApart(value: Value, type: GoType): Read {
  const decoding = new Decoding(jsonDialect, false, false, undefined);
  const written = value === null ? zero(type, false) : decoding.read(value, type);
  const { fault } = decoding;
  return fault === undefined ? { kind: 'read', value: written } : { kind: 'fault', fault };
}

/** What becomes of empty lists and maps, and whether amounts stay as they are held. */
type Way = `${'forgets' | 'keeps' | 'drops'}${'' | ` and holds ${Held}`}`;

/** Structs that decode to themselves without a complaint. */
type UnchangedStructs = WeakMap<ValueMap, GoStruct>;

/** Those of each way, and those of any way that holds nothing. */
const allUnchanged = new Map<Dialect, Map<Way | 'any', UnchangedStructs>>();

function unchangedStructs(dialect: Dialect, way: Way | 'any'): UnchangedStructs {
  const ways = allUnchanged.get(dialect) ?? new Map<Way | 'any', UnchangedStructs>();
  allUnchanged.set(dialect, ways);
  const known = ways.get(way) ?? new WeakMap<ValueMap, GoStruct>();
  ways.set(way, known);
  return known;
}

/**
 * The given map where the written one is equal, so that what is cached for it stays valid: most maps are decoded
 * several times.
 */
function sameIfEqual(written: ValueMap, given: ValueMap): ValueMap {
  if (written.size !== given.size) return written;
  const entries = given.entries();
  for (const [key, value] of written) {
    const [other, before] = entries.next().value ?? [];
    if (key !== other || value !== before) return written;
  }
  return given;
}

/** The value of an unset field; undefined where it is left out. */
function unset(field: GoField, held: boolean): Value | undefined {
  if (field.pointer) return field.omitEmpty ? undefined : null;
  return zero(field.type, held);
}

function isOmitted(value: Value, field: GoField): boolean {
  if (field.pointer) return false;
  if (field.type.kind === 'struct' || field.type.kind === 'custom') return field.omitZero && value === null;
  return field.omitEmpty && isEmpty(value);
}

function isEmpty(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  return isList(value) ? value.length === 0 : isMap(value) && value.size === 0;
}

/** How a struct is written: the place of each field, and what stands there where nothing is set. */
interface Layout {
  readonly places: ReadonlyMap<string, number>;
  /** The fields that are written though they are unset, with their zeros: what an unset struct comes to. */
  readonly always: ValueMap;
}

const layouts = new WeakMap<GoStruct, Layout>();
const heldLayouts = new WeakMap<GoStruct, Layout>();

function layoutOf(type: GoStruct, held: boolean): Layout {
  const known = (held ? heldLayouts : layouts).get(type);
  if (known !== undefined) return known;
  const places = new Map([...type.fields.keys()].map((name, place) => [name, place]));
  const always = new Map<string, Value>();
  for (const [name, field] of type.fields) {
    const set = unset(field, held);
    if (set !== undefined && !isOmitted(set, field)) always.set(name, set);
  }
  const made = { places, always };
  (held ? heldLayouts : layouts).set(type, made);
  return made;
}

/** The keys of a map that are fields of a struct, in their order there, then all others; undefined where they stand so. */
function inStructOrder(value: ValueMap, places: ReadonlyMap<string, number>): readonly string[] | undefined {
  const placeOf = (name: string) => places.get(name) ?? places.size;
  let last = -1;
  for (const name of value.keys()) {
    const place = placeOf(name);
    if (place < last) return [...value.keys()].sort((a, b) => placeOf(a) - placeOf(b));
    last = place;
  }
  return undefined;
}

/** The entries of a map whose keys come before a key. */
function entriesBefore(key: string, keys: Iterable<string>, map: ValueMap): Map<string, Value> {
  const before = new Map<string, Value>();
  for (const name of keys) {
    if (name === key) break;
    before.set(name, map.get(name) ?? null);
  }
  return before;
}

/** How a number was written, where it is not as it is printed; undefined for all else. */
function numberAt(holder: ValueMap | ValueList, key: string | number, value: Value): string | undefined {
  return typeof value === 'number' || value === 0n ? writtenNumber(holder, key) : undefined;
}

/** The value that an unset type writes, or holds. */
function zero(type: GoType, held: boolean): Value {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'string':
      return '';
    case 'int':
    case 'float64':
      return 0n;
    case 'bytes':
    case 'slice':
    case 'map':
      return null;
    case 'custom':
      return zeroCustom(type.encoding, held);
    case 'struct':
      return layoutOf(type, held).always;
  }
}

/**
 * What a field holds after each of some values was decoded into it, one after the other: structs keep the fields that the
 * next value does not name, maps their keys, and lists what is inside of their structs.
 * Upstream: Go encoding/json, which sigs.k8s.io/json follows; an item of a list is not cleared before it is read again.
 */
function decodedInTurn(values: readonly Value[], { type, pointer }: GoField): Value {
  return values.reduce((held, next) => {
    // A null sets pointers, maps and lists to nil, and says nothing to anything else.
    if (next === null) return pointer || type.kind === 'slice' || type.kind === 'map' ? null : held;
    return into(held, next, type);
  }, null);
}

function into(held: Value, next: Value, type: GoType): Value {
  if (type.kind === 'struct' && isMap(held) && isMap(next)) {
    const all: [string, Value][] = [...next].map(([key, value]) => {
      const field = type.fields.get(key);
      const before = held.get(key);
      return [key, field === undefined || before === undefined ? value : decodedInTurn([before, value], field)];
    });
    return new Map([...held, ...all]);
  }
  if (type.kind === 'map' && isMap(held) && isMap(next)) return new Map([...held, ...next]) satisfies ValueMap;
  if (type.kind === 'slice' && isList(held) && isList(next)) {
    return next.map((item, i) => {
      const before = held[i];
      return before === undefined || item === null ? item : into(before, item, type.element);
    });
  }
  return next;
}
