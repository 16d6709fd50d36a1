import {
  formatJson,
  isList,
  isMap,
  type ManagedFieldsEntry,
  mapAt,
  mapFromJson,
  metadataText,
  readEntries,
  serverMetadata,
  type Value,
  type ValueMap,
  valueAt,
  withValueAt,
} from '@managed-fields/merge-engine';

/** The entries of an object's managedFields; none where it has no list of them. */
export function entriesIn(object: ValueMap | undefined): readonly ManagedFieldsEntry[] {
  return readEntries(mapAt(object, 'metadata')?.get('managedFields')) ?? [];
}

/** What a server gives, where both objects have it. */
const given: readonly (readonly string[])[] = [
  ...serverMetadata.filter((name) => name !== 'managedFields').map((name) => ['metadata', name]),
  ['metadata', 'deletionTimestamp'],
  ['status', 'lastPhaseTransitionTime'],
];

/**
 * The name of the volume that the plugin ServiceAccount gives a Pod, with five letters by chance; it gives one at most.
 * Upstream: plugin/pkg/admission/serviceaccount/admission.go mountServiceAccountToken.
 */
const tokenVolume = /\bkube-api-access-[a-z0-9]{5}\b/;

/** A text without the name that a server makes up for a Pod's token volume, so that two of them can be compared. */
export function withoutMadeUp(text: string): string {
  return text.replace(tokenVolume, 'kube-api-access');
}

/**
 * A predicted object with what a server gave in its own, so that only the rest differs: versions, uids, times, and the
 * name where `named` says that the server made it up. The uid counts wherever the object repeats it, and so does the made-up
 * name of a Pod's token volume.
 */
export function withGiven(predicted: string, answered: string, named = false): string {
  const [ours, theirs] = [mapFromJson(predicted), mapFromJson(answered)];
  if (ours === undefined || theirs === undefined) return predicted;
  const uids = [ours, theirs].map((object) => metadataText(object, 'uid'));
  const [own = '', other = ''] = uids;
  const renamed = own === '' || other === '' ? ours : replacedIn(ours, own, other);
  const [volume, volumeThere] = [predicted, answered].map((text) => tokenVolume.exec(text)?.[0]);
  const start = volume === undefined || volumeThere === undefined ? renamed : replacedIn(renamed, volume, volumeThere);
  const places = named ? [...given, ['metadata', 'name']] : given;
  return formatJson(
    places.reduce((object, place) => {
      const value = valueAt(theirs, place);
      return value === undefined || valueAt(object, place) === undefined ? object : withValueAt(object, place, value);
    }, start),
  );
}

function replacedIn(map: ValueMap, own: string, other: string): ValueMap {
  return new Map([...map].map(([key, child]) => [key.replaceAll(own, other), replaced(child, own, other)]));
}

function replaced(value: Value, own: string, other: string): Value {
  if (typeof value === 'string') return value.replaceAll(own, other);
  if (isList(value)) return value.map((item) => replaced(item, own, other));
  return isMap(value) ? replacedIn(value, own, other) : value;
}
