import { humanDuration } from '@managed-fields/api-server/tables';
import { compareStrings, mapAt, metadataOf, parseTime, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, isFailure } from '../failure.ts';
import {
  alone,
  type Describe,
  type Describing,
  fetchEvents,
  itemsOf,
  nameOf,
  namespaceOf,
  timeOf,
} from './describing.ts';
import { type Description, longTime } from './description.ts';
import {
  conditionsOf,
  labelsText,
  writeAnnotations,
  writeEvents,
  writeLabels,
  writeMany,
  writeMetadata,
  writeNames,
} from './shared.ts';
import { flag, mapsAt, numberAt, shown, textAt, textsAt, uidOf } from './values.ts';
import { writeClaim, writePersistentSource } from './volumes.ts';

/** Upstream: kubectl pkg/describe/describe.go describePersistentVolume. `now` is in seconds. */
function writeVolume(out: Description, volume: ValueMap, now: number): void {
  const [metadata, spec, status] = [metadataOf(volume), mapAt(volume, 'spec'), mapAt(volume, 'status')];
  const claim = mapAt(spec, 'claimRef');
  out.line(0, 'Name', nameOf(volume));
  writeMetadata(out, volume);
  out.line(0, 'Finalizers', shown(textsAt(metadata, 'finalizers')));
  out.line(0, 'StorageClass', classOf(volume));
  out.line(0, 'Status', phaseOf(volume, now));
  out.line(0, 'Claim', claim === undefined ? '' : `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}`);
  out.line(0, 'Reclaim Policy', textAt(spec, 'persistentVolumeReclaimPolicy'));
  out.line(0, 'Access Modes', modesText(textsAt(spec, 'accessModes')));
  out.line(0, 'VolumeMode', textAt(spec, 'volumeMode'));
  out.line(0, 'Capacity', numberAt(mapAt(spec, 'capacity'), 'storage'));
  writeNodeAffinity(out, mapAt(mapAt(spec, 'nodeAffinity'), 'required'));
  out.line(0, 'Message', textAt(status, 'message'));
  out.write(0, 'Source:\n');
  writePersistentSource(out, spec);
}

/** Upstream: describe.go printVolumeNodeAffinity. */
function writeNodeAffinity(out: Description, required: ValueMap | undefined): void {
  if (required === undefined) {
    out.line(0, 'Node Affinity', '<none>');
    return;
  }
  const terms = mapsAt(required, 'nodeSelectorTerms');
  out.write(0, 'Node Affinity:\t\n');
  out.write(1, `Required Terms:\t${terms.length === 0 ? '<none>' : ''}\n`);
  for (const [index, term] of terms.entries()) {
    const requirements = mapsAt(term, 'matchExpressions').map((each) => {
      const values = textsAt(each, 'values');
      const text = `${textAt(each, 'key')} ${textAt(each, 'operator').toLowerCase()}`;
      return values.length === 0 ? text : `${text} [${values.join(', ')}]`;
    });
    writeMany(out, 2, `Term ${index}`, requirements);
  }
}

/** Upstream: kubectl pkg/util/storage/storage.go GetPersistentVolumeClass, GetPersistentVolumeClaimClass. */
function classOf(object: ValueMap): string {
  const annotations = mapAt(metadataOf(object), 'annotations');
  return stringAt(annotations, betaClass) ?? textAt(mapAt(object, 'spec'), 'storageClassName');
}

const betaClass = 'volume.beta.kubernetes.io/storage-class';

const shortModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const;

/** Upstream: storage.go GetAccessModesAsString. */
function modesText(modes: readonly string[]): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',');
}

function phaseOf(object: ValueMap, now: number): string {
  const deleted = parseTime(textAt(metadataOf(object), 'deletionTimestamp'));
  if (deleted === undefined) return textAt(mapAt(object, 'status'), 'phase');
  return `Terminating (lasts ${humanDuration(now - deleted)})`;
}

const describeClaim: Describe = (out, claim, describing) => {
  const pods = podsUsing(claim, describing);
  if (isFailure(pods)) return pods;
  const found = fetchEvents(claim, describing);
  writeNames(out, claim);
  writeClaim(out, claim, {
    storageClass: classOf(claim),
    phase: phaseOf(claim, timeOf(describing)),
    modes: modesText(textsAt(mapAt(claim, 'status'), 'accessModes')),
  });
  const names = pods.map(nameOf).toSorted(compareStrings);
  writeMany(out, 0, 'Used By', names);
  const conditions = conditionsOf(claim);
  if (conditions.length > 0) {
    out.write(0, 'Conditions:\n');
    out.write(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n');
    out.write(1, '----\t------\t-----------------\t------------------\t------\t-------\n');
  }
  for (const each of conditions) {
    const [type, status, reason, message] = ['type', 'status', 'reason', 'message'].map((field) => textAt(each, field));
    const times = `${longTime(each, 'lastProbeTime')} \t${longTime(each, 'lastTransitionTime')}`;
    out.write(1, `${type} \t${status} \t${times} \t${reason} \t${message}\n`);
  }
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

/** The Pods with a volume of a claim, once for each, and those that own it. Upstream: describe.go getPodsForPVC. */
function podsUsing(claim: ValueMap, describing: Describing): readonly ValueMap[] | Failure {
  const pods = itemsOf(describing, 'v1', 'Pod', namespaceOf(claim), { inChunks: true });
  if (isFailure(pods)) return pods;
  const using = pods.flatMap((pod) =>
    mapsAt(mapAt(pod, 'spec'), 'volumes').flatMap((volume) =>
      mapAt(volume, 'persistentVolumeClaim')?.get('claimName') === nameOf(claim) ? [pod] : [],
    ),
  );
  for (const owner of mapsAt(metadataOf(claim), 'ownerReferences')) {
    const uid = textAt(owner, 'uid');
    const pod = pods.find((each) => uidOf(each) === uid);
    if (pod !== undefined && !using.some((each) => uidOf(each) === uid)) using.push(pod);
  }
  return using;
}

/** Upstream: describe.go describeVolumeClaimTemplates. */
export function writeClaimTemplates(out: Description, claims: readonly ValueMap[]): void {
  out.write(0, `Volume Claims:${claims.length === 0 ? '\t<none>' : ''}\n`);
  for (const claim of claims) {
    const [metadata, spec] = [metadataOf(claim), mapAt(claim, 'spec')];
    out.line(1, 'Name', nameOf(claim));
    out.line(1, 'StorageClass', classOf(claim));
    writeLabels(out, '  Labels', mapAt(metadata, 'labels'));
    writeLabels(out, '  Annotations', mapAt(metadata, 'annotations'));
    out.line(1, 'Capacity', textAt(mapAt(mapAt(spec, 'resources'), 'requests'), 'storage') || '<default>');
    out.line(1, 'Access Modes', shown(textsAt(spec, 'accessModes')));
  }
}

const defaultMarks = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Upstream: describe.go describeStorageClass. */
function writeStorageClass(out: Description, storageClass: ValueMap): void {
  const annotations = mapAt(metadataOf(storageClass), 'annotations');
  out.line(0, 'Name', nameOf(storageClass));
  const isDefault = defaultMarks.some((mark) => stringAt(annotations, mark) === 'true');
  out.line(0, 'IsDefaultClass', isDefault ? 'Yes' : 'No');
  out.line(0, 'Annotations', labelsText(annotations));
  out.line(0, 'Provisioner', textAt(storageClass, 'provisioner'));
  out.line(0, 'Parameters', labelsText(mapAt(storageClass, 'parameters')));
  out.line(0, 'AllowVolumeExpansion', flag(storageClass, 'allowVolumeExpansion'));
  const options = textsAt(storageClass, 'mountOptions');
  out.write(0, `MountOptions:${options.length === 0 ? '\t<none>' : ''}\n`);
  for (const option of options) out.write(1, `${option}\n`);
  for (const [field, title] of [
    ['reclaimPolicy', 'ReclaimPolicy'],
    ['volumeBindingMode', 'VolumeBindingMode'],
  ] as const) {
    out.line(0, title, textAt(storageClass, field));
  }
  const terms = mapsAt(storageClass, 'allowedTopologies');
  if (terms.length > 0) out.write(0, 'AllowedTopologies:\t\n');
  for (const [index, term] of terms.entries()) {
    const requirements = mapsAt(term, 'matchLabelExpressions').map((each) => {
      const values = textsAt(each, 'values');
      return `${textAt(each, 'key')} in${values.length === 0 ? '' : ` [${values.join(', ')}]`}`;
    });
    writeMany(out, 1, `Term ${index}`, requirements);
  }
}

/** Upstream: describe.go describeVolumeAttributesClass. */
function writeAttributesClass(out: Description, attributes: ValueMap): void {
  out.line(0, 'Name', nameOf(attributes));
  out.line(0, 'Annotations', labelsText(mapAt(metadataOf(attributes), 'annotations')));
  out.line(0, 'DriverName', textAt(attributes, 'driverName'));
  out.line(0, 'Parameters', labelsText(mapAt(attributes, 'parameters')));
}

/** Upstream: describe.go describeCSINode. */
function writeDriversOfNode(out: Description, node: ValueMap): void {
  const metadata = metadataOf(node);
  const spec = mapAt(node, 'spec');
  out.line(0, 'Name', nameOf(node));
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
  out.line(0, 'CreationTimestamp', longTime(metadata, 'creationTimestamp'));
  out.write(0, 'Spec:\n');
  const drivers = mapsAt(spec, 'drivers');
  if (drivers.length > 0) out.write(1, 'Drivers:\n');
  for (const driver of drivers) {
    out.write(2, `${textAt(driver, 'name')}:\n`);
    out.line(3, 'Node ID', textAt(driver, 'nodeID'));
    const most = mapAt(driver, 'allocatable');
    if (most?.has('count')) out.write(3, `Allocatables:\n        Count:\t${numberAt(most, 'count')}\n`);
    const keys = textsAt(driver, 'topologyKeys');
    if (keys.length > 0) out.line(3, 'Topology Keys', shown(keys));
  }
}

/** What is about volumes, by group and kind. */
export const storage: Readonly<Record<string, Describe>> = {
  PersistentVolume: alone(writeVolume),
  PersistentVolumeClaim: describeClaim,
  'storage.k8s.io/StorageClass': alone(writeStorageClass),
  'storage.k8s.io/VolumeAttributesClass': alone(writeAttributesClass),
  'storage.k8s.io/CSINode': alone(writeDriversOfNode),
};
