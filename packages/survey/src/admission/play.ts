import {
  type AdmissionStep,
  type ApiRequest,
  type Cluster,
  changeValue,
  differenceOf,
  type ResourceVersion,
  serve,
  withoutEmptied,
} from '@managed-fields/api-server';
import {
  equals,
  explainOwnership,
  type FieldOwnership,
  isMap,
  metadataText,
  type Ownership,
  systemMetadataPaths,
  type Value,
  type ValueMap,
  withMetadata,
  withoutServerMetadata,
} from '@managed-fields/merge-engine';
import { type MeantObject, type ObjectServer, serveObject } from '@managed-fields/player';
import { mostFields } from '../findings/finding.ts';
import { clientSideApply } from '../findings/known-managers.ts';
import { literalsIn, otherValues } from './other-values.ts';
import type { Concern } from './sources.ts';

/** A field that admission writes. */
export interface AdmittedField {
  /** The path as messages print it. */
  readonly text: string;
  /** The value that admission gives it. */
  readonly value: Value;
  /** Another value that it makes this one of; undefined where it fills it in. */
  readonly sent: Value | undefined;
  /** Who writes it: `LimitRanger`, `MutatingAdmissionPolicy sidecar`. */
  readonly writer: string;
  /** The places of its owners in managedFields. */
  readonly owners: readonly number[];
  /** Whether it writes the value too where the object is updated without the field. */
  readonly filled: boolean;
}

/** What admission makes of an object. */
export interface Admitted {
  /** Fields that nobody owns, and whose value is the one that admission writes where nobody sends any. */
  readonly unowned: readonly AdmittedField[];
  /** Fields that somebody applies, and whose value admission changes where it is not already that. */
  readonly applied: readonly AdmittedField[];
}

/** The servers that objects are played on: one with what admission goes by, one without. */
export interface AdmissionServers {
  readonly with: ObjectServer;
  readonly without: ObjectServer;
}

/**
 * Plays writes of an object on a server with policies and the like, and says what admission makes of it. Without the fields
 * that nobody owns it is written to find who fills them in; as it is, and with other values in what is applied, to find whose
 * values do not stay. What a server writes without policies and the like does not count. Undefined where the server does
 * not take the object.
 */
export function playAdmission(
  servers: AdmissionServers,
  meant: MeantObject,
  live: ValueMap,
  concern: Concern,
): Admitted | undefined {
  const served = serveObject(servers.with, meant, live);
  if (served.kind === 'refused') return undefined;
  const { version } = served;
  const ownership = explainOwnership(live, version);
  const fields = new Map(ownership.fields.map((field) => [field.text, field]));
  const bare = withoutUnowned(live, ownership);
  const play = (object: ValueMap) => writesOf(servers, meant, live, object, concern);
  const filled = play(bare);
  const unowned = filled.flatMap(({ text, value, writer }): readonly AdmittedField[] => {
    const field = fields.get(text);
    const isNobodys = field?.state === 'unowned' && field.value !== undefined && equals(field.value, value);
    return isNobodys ? [{ text, value, sent: undefined, writer, owners: [], filled: true }] : [];
  });
  const applied = concern.text === '' ? [] : changedOf(live, ownership, concern, play);
  const isFilled = ({ text, value }: AdmittedField) => {
    const place = fields.get(text)?.place;
    const without = place && changeValue(live, withoutEmptied(live, [{ place, value: undefined }]));
    if (!concern.operations.has('UPDATE') || !isMap(without ?? null)) return false;
    const writes = written(servers.with, 'UPDATE', meant, live, without as ValueMap);
    return writes.some((write) => write.text === text && equals(write.value, value));
  };
  const looked = applied.map((field, index) => (index < mostFields ? { ...field, filled: isFilled(field) } : field));
  return { unowned: uniqueBy(unowned), applied: looked };
}

/** The fields that somebody applies and whose value admission changes: as they are, or where they have another value. */
function changedOf(
  live: ValueMap,
  ownership: Ownership,
  concern: Concern,
  play: (object: ValueMap) => readonly Write[],
): readonly AdmittedField[] {
  const applied = new Map<string, AdmittedField>();
  const applyingOf = new Map(ownership.fields.map((field) => [field.text, appliersOf(field, ownership)]));
  const add = ({ text, value, writer }: Write, sent: Value) =>
    applied.set(text, { text, value, sent, writer, owners: applyingOf.get(text) ?? [], filled: false });
  const values = new Map(ownership.fields.map(({ text, value }) => [text, value]));
  for (const write of play(live)) {
    const value = values.get(write.text);
    const isApplied = (applyingOf.get(write.text) ?? []).length > 0;
    if (isApplied && value !== undefined && !equals(value, write.value)) add(write, value);
  }
  const literals = literalsIn(concern.text);
  const candidates = ownership.fields
    .filter((field) => !applied.has(field.text) && isCandidate(field, ownership, concern))
    .map((field) => ({ field, others: otherValues(field.value ?? null, literals) }));
  const probe = (probed: readonly Probe[]) => {
    const others = new Map(probed.map(({ field, other }) => [field.text, other]));
    for (const write of probed.length === 0 ? [] : play(withOthers(live, probed))) {
      const sent = others.get(write.text);
      const value = values.get(write.text);
      if (sent !== undefined && value !== undefined && equals(value, write.value)) add(write, sent);
    }
  };
  const left = () => candidates.filter(({ field }) => !applied.has(field.text));
  const most = Math.max(0, ...candidates.map(({ others }) => others.length));
  for (let place = 0; place < most; place++) {
    probe(left().flatMap(({ field, others }) => others.slice(place, place + 1).map((other) => ({ field, other }))));
  }
  // Where several have another value at once, a policy may not be for the object any more.
  const alone = candidates.length > 1 ? left() : [];
  for (const { field, others } of alone.slice(0, mostAlone)) {
    for (const other of others) if (!applied.has(field.text)) probe([{ field, other }]);
  }
  return [...applied.values()];
}

/** A field with another value than it has. */
interface Probe {
  readonly field: FieldOwnership;
  readonly other: Value;
}

/** The most fields of an object that are given another value one at a time. */
const mostAlone = 10;

function uniqueBy(fields: readonly AdmittedField[]): readonly AdmittedField[] {
  return [...new Map(fields.map((field) => [field.text, field])).values()];
}

const identity: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

/** An object without the fields that nobody owns, and without what only held them. */
function withoutUnowned(object: ValueMap, { fields }: Ownership): ValueMap {
  const removals = fields.flatMap(({ state, leaf, within, place, text }) => {
    const isKept = identity.has(text) || systemMetadataPaths.has(text) || place === undefined;
    return isKept || state !== 'unowned' || !leaf || within !== undefined ? [] : [{ place, value: undefined }];
  });
  const bare = changeValue(object, withoutEmptied(object, removals));
  return isMap(bare) ? bare : object;
}

/** The places of the owners of a field that send it with a whole manifest. */
function appliersOf({ owners }: FieldOwnership, ownership: Ownership): readonly number[] {
  return owners.filter((index) => {
    const owner = ownership.owners?.[index];
    return owner?.subresource === '' && (owner.operation === 'Apply' || owner.manager === clientSideApply);
  });
}

/** Whether a field is applied, and what is written may be about it: a policy has to name what it changes. */
function isCandidate(field: FieldOwnership, ownership: Ownership, { text }: Concern): boolean {
  const { path, leaf, within, place, state, value } = field;
  if (!leaf || within !== undefined || place === undefined || (state !== 'owned' && state !== 'shared')) return false;
  if (identity.has(field.text) || value === undefined) return false;
  const [last, holder] = [path.at(-1), path.at(-2)];
  // An item with another key is another item.
  if (last?.kind !== 'field') return false;
  if (holder?.kind === 'key' && holder.key.some(({ name }) => name === last.name)) return false;
  return text.includes(last.name) && appliersOf(field, ownership).length > 0;
}

function withOthers(object: ValueMap, probed: readonly Probe[]): ValueMap {
  const changes = probed.flatMap(({ field: { place }, other }) =>
    place === undefined ? [] : [{ place, value: other }],
  );
  const changed = changeValue(object, changes);
  return isMap(changed) ? changed : object;
}

/** What admission writes into an object, at the last. */
interface Write {
  readonly text: string;
  readonly value: Value;
  readonly writer: string;
}

/** What admission writes where an object is made, and where it replaces the live one. */
function writesOf(
  servers: AdmissionServers,
  meant: MeantObject,
  live: ValueMap,
  object: ValueMap,
  { operations }: Concern,
): readonly Write[] {
  return (['CREATE', 'UPDATE'] as const)
    .filter((operation) => operations.has(operation))
    .flatMap((operation) => {
      const found = written(servers.with, operation, meant, live, object);
      if (found.every(({ isSaid }) => isSaid)) return found;
      const anyhow = written(servers.without, operation, meant, live, object);
      return found.filter(({ text, value, isSaid }) => {
        return isSaid || !anyhow.some((each) => each.text === text && equals(each.value, value));
      });
    });
}

/** Plugins that write nothing but what an object of the cluster says. */
const said: ReadonlySet<string> = new Set(['LimitRanger', 'MutatingAdmissionPolicy', 'MutatingAdmissionWebhook']);

function written(
  server: ObjectServer,
  operation: 'CREATE' | 'UPDATE',
  meant: MeantObject,
  live: ValueMap,
  object: ValueMap,
): readonly (Write & { readonly isSaid: boolean })[] {
  const served = serveObject(server, meant, operation === 'UPDATE' ? live : undefined);
  if (served.kind === 'refused') return [];
  const { cluster, version, path, now } = served;
  const steps = admissionOf(cluster, requestOf(operation, path, object), now);
  const last = new Map<string, Write & { readonly isSaid: boolean }>();
  for (const step of steps) {
    for (const { text, after } of changesIn(step, version)) {
      if (after === undefined) last.delete(text);
      else last.set(text, { text, value: after, writer: writerOf(step), isSaid: said.has(step.plugin) });
    }
  }
  return [...last.values()];
}

function requestOf(operation: 'CREATE' | 'UPDATE', path: string, object: ValueMap): ApiRequest {
  const query = new Map([
    ['dryRun', 'All'],
    ['fieldManager', 'survey'],
  ]);
  const contentType = 'application/json';
  if (operation === 'UPDATE') {
    const value = withMetadata(object, 'managedFields', undefined);
    return { method: 'PUT', path, query, contentType, body: { kind: 'value', value, duplicates: [] } };
  }
  const value = withoutServerMetadata(object);
  const named = metadataText(value, 'name') !== '';
  const collection = named ? path.split('/').slice(0, -1).join('/') : path;
  return { method: 'POST', path: collection, query, contentType, body: { kind: 'value', value, duplicates: [] } };
}

/** What each plugin changes of a request, whether or not the object is valid afterwards. */
function admissionOf(cluster: Cluster, request: ApiRequest, now: string): readonly AdmissionStep[] {
  return serve(cluster, request, now).trace?.admission ?? [];
}

function changesIn({ before, after }: AdmissionStep, version: ResourceVersion) {
  return differenceOf(before, after, version).values;
}

function writerOf({ plugin, by }: AdmissionStep): string {
  return by === undefined ? plugin : `${plugin} ${by}`;
}
