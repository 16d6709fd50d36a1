import { humanDuration } from '@managed-fields/api-server/tables';
import { mapAt, metadataOf, parseTime, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { writeContainers } from './containers.ts';
import { type Describe, fetchEvents, timeOf } from './describing.ts';
import { type Description, longTime } from './description.ts';
import { qualityOf } from './pod-amounts.ts';
import {
  writeAnnotations,
  writeEvents,
  writeLabels,
  writeMetadata,
  writeNames,
  writeResources,
  writeTolerations,
} from './shared.ts';
import { controllerOf, mapsAt, numberAt, textAt, uidOf } from './values.ts';
import { writeSpread, writeVolumes } from './volumes.ts';

/**
 * Upstream: kubectl pkg/describe/describe.go PodDescriber, whose events are those of any kind with the uid, for a Pod of a
 * file with that of the file.
 */
export const describePod: Describe = (out, pod, describing) => {
  const mirrored = stringAt(mapAt(metadataOf(pod), 'annotations'), 'kubernetes.io/config.mirror');
  const found = fetchEvents(pod, describing, { withKind: false, uid: mirrored ?? uidOf(pod) });
  writePod(out, pod, timeOf(describing));
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

/** Upstream: describe.go describePod. `now` is in seconds. */
function writePod(out: Description, pod: ValueMap, now: number): void {
  const [metadata, spec, status] = [metadataOf(pod), mapAt(pod, 'spec'), mapAt(pod, 'status')];
  writeNames(out, pod);
  if (spec?.has('priority')) out.line(0, 'Priority', numberAt(spec, 'priority'));
  for (const [field, title] of [
    ['priorityClassName', 'Priority Class Name'],
    ['runtimeClassName', 'Runtime Class Name'],
    ['serviceAccountName', 'Service Account'],
  ] as const) {
    if (textAt(spec, field) !== '') out.line(0, title, textAt(spec, field));
  }
  const node = textAt(spec, 'nodeName');
  out.line(0, 'Node', node === '' ? '<none>' : `${node}/${textAt(status, 'hostIP')}`);
  if (status?.has('startTime')) out.line(0, 'Start Time', longTime(status, 'startTime'));
  writeMetadata(out, pod);
  const phase = textAt(status, 'phase');
  const deleted = parseTime(textAt(metadata, 'deletionTimestamp'));
  if (deleted !== undefined && phase !== 'Failed' && phase !== 'Succeeded') {
    out.line(0, 'Status', `Terminating (lasts ${humanDuration(now - deleted)})`);
    out.line(0, 'Termination Grace Period', `${numberAt(metadata, 'deletionGracePeriodSeconds')}s`);
  } else out.line(0, 'Status', phase);
  if (textAt(status, 'reason') !== '') out.line(0, 'Reason', textAt(status, 'reason'));
  if (textAt(status, 'message') !== '') out.line(0, 'Message', textAt(status, 'message'));
  const profile = mapAt(mapAt(spec, 'securityContext'), 'seccompProfile');
  if (profile !== undefined) {
    out.line(0, 'SeccompProfile', textAt(profile, 'type'));
    if (textAt(profile, 'type') === 'Localhost') out.line(0, 'LocalhostProfile', textAt(profile, 'localhostProfile'));
  }
  writeAddresses(out, status);
  if (controllerOf(pod) !== '') out.line(0, 'Controlled By', controllerOf(pod));
  if (textAt(status, 'nominatedNodeName') !== '') out.line(0, 'NominatedNodeName', textAt(status, 'nominatedNodeName'));
  if (mapAt(spec, 'resources') !== undefined) {
    out.write(0, 'Resources:\n');
    writeResources(out, mapAt(spec, 'resources'), 1);
  }
  writeAllContainers(out, spec, status, pod);
  writePodConditions(out, spec, status);
  writeVolumes(out, mapsAt(spec, 'volumes'), '');
  out.line(0, 'QoS Class', textAt(status, 'qosClass') || qualityOf(spec));
  writeScheduling(out, spec, '');
}

function writeAddresses(out: Description, status: ValueMap | undefined): void {
  out.line(0, 'IP', textAt(status, 'podIP'));
  const addresses = mapsAt(status, 'podIPs');
  out.write(0, `IPs:${addresses.length === 0 ? '\t<none>' : ''}\n`);
  for (const address of addresses) out.line(1, 'IP', textAt(address, 'ip'));
}

function writeAllContainers(
  out: Description,
  spec: ValueMap | undefined,
  status: ValueMap | undefined,
  pod: ValueMap,
): void {
  for (const [field, statuses, label] of [
    ['initContainers', 'initContainerStatuses', 'Init Containers'],
    ['containers', 'containerStatuses', 'Containers'],
    ['ephemeralContainers', 'ephemeralContainerStatuses', 'Ephemeral Containers'],
  ] as const) {
    const containers = mapsAt(spec, field);
    if (containers.length > 0 || field === 'containers') {
      writeContainers(out, label, containers, mapsAt(status, statuses), pod, '');
    }
  }
}

function writePodConditions(out: Description, spec: ValueMap | undefined, status: ValueMap | undefined): void {
  const conditions = mapsAt(status, 'conditions');
  const gates = mapsAt(spec, 'readinessGates');
  if (gates.length > 0) out.write(0, 'Readiness Gates:\n  Type\tStatus\n');
  for (const gate of gates) {
    const type = textAt(gate, 'conditionType');
    const found = conditions.find((each) => textAt(each, 'type') === type);
    out.write(1, `${type} \t${found === undefined ? '<none>' : textAt(found, 'status')} \n`);
  }
  if (conditions.length > 0) out.write(0, 'Conditions:\n  Type\tStatus\n');
  for (const each of conditions) out.write(1, `${textAt(each, 'type')} \t${textAt(each, 'status')} \n`);
}

function writeScheduling(out: Description, spec: ValueMap | undefined, space: string): void {
  writeLabels(out, `${space}Node-Selectors`, mapAt(spec, 'nodeSelector'));
  writeTolerations(out, `${space}Tolerations`, mapsAt(spec, 'tolerations'));
  if (space === '') writeSpread(out, mapsAt(spec, 'topologySpreadConstraints'), space);
  const group = mapAt(spec, 'schedulingGroup');
  if (group === undefined || !out.has('schedulingGroups')) return;
  out.write(0, `${space}SchedulingGroup:\n`);
  out.line(1, 'PodGroupName', textAt(group, 'podGroupName'));
}

/** Upstream: describe.go DescribePodTemplate. */
export function writeTemplate(out: Description, template: ValueMap | undefined): void {
  const [metadata, spec] = [mapAt(template, 'metadata'), mapAt(template, 'spec')];
  out.write(0, 'Pod Template:\n');
  writeLabels(out, '  Labels', mapAt(metadata, 'labels'));
  const annotations = mapAt(metadata, 'annotations');
  if (annotations !== undefined) writeAnnotations(out, '  Annotations', annotations);
  if (textAt(spec, 'serviceAccountName') !== '') out.line(1, 'Service Account', textAt(spec, 'serviceAccountName'));
  const first = mapsAt(spec, 'initContainers');
  if (first.length > 0) writeContainers(out, 'Init Containers', first, [], undefined, '  ');
  writeContainers(out, 'Containers', mapsAt(spec, 'containers'), [], undefined, '  ');
  writeVolumes(out, mapsAt(spec, 'volumes'), '  ');
  writeSpread(out, mapsAt(spec, 'topologySpreadConstraints'), '  ');
  if (textAt(spec, 'priorityClassName') !== '') out.line(1, 'Priority Class Name', textAt(spec, 'priorityClassName'));
  writeScheduling(out, spec, '  ');
}
