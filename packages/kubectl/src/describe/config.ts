import { lossyText, mapAt, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { isFailure } from '../failure.ts';
import { bytesIn } from './containers.ts';
import { alone, askEvents, type Describe, fetchEvents, itemsOf, nameOf, namespaceOf, timeOf } from './describing.ts';
import type { Description } from './description.ts';
import { labelsText, writeEvents, writeMetadata, writeNames } from './shared.ts';
import { mapsAt, numberAt, selectorText, shown, sortedEntries, textAt, uidOf } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go ConfigMapDescriber, which ends where events may not be read. */
const describeConfigMap: Describe = (out, map, describing) => {
  const events = askEvents(map, describing);
  if (isFailure(events)) return events;
  writeConfigMap(out, map);
  writeEvents(out, events, timeOf(describing));
  return undefined;
};

function writeConfigMap(out: Description, map: ValueMap): void {
  writeNames(out, map);
  writeMetadata(out, map);
  out.write(0, '\nData\n====\n');
  for (const [key, value] of sortedEntries(mapAt(map, 'data'))) out.write(0, `${key}:\n----\n${shown(value)}\n\n`);
  out.write(0, '\nBinaryData\n====\n');
  for (const [key, value] of sortedEntries(mapAt(map, 'binaryData'))) {
    out.write(0, `${key}: ${bytesIn(value).length} bytes\n`);
  }
  out.write(0, '\n');
}

/** Upstream: describe.go describeSecret. */
function writeSecret(out: Description, secret: ValueMap): void {
  writeNames(out, secret);
  writeMetadata(out, secret);
  const type = textAt(secret, 'type');
  out.write(0, `\nType:\t${type}\n\nData\n====\n`);
  for (const [key, value] of sortedEntries(mapAt(secret, 'data'))) {
    const bytes = bytesIn(value);
    out.line(0, key, key === 'token' && type === tokenType ? lossyText(bytes) : `${bytes.length} bytes`);
  }
}

/** Upstream: describe.go ServiceAccountDescriber, which fetched the secrets of the namespace before v1.35. */
const describeServiceAccount: Describe = (out, account, describing) => {
  if (out.has('accountsWithoutSecrets')) {
    const events = fetchEvents(account, describing);
    writeServiceAccount(out, account);
    writeEvents(out, events, timeOf(describing));
    return undefined;
  }
  const found = itemsOf(describing, 'v1', 'Secret', namespaceOf(account), { inChunks: true });
  const secrets = isFailure(found) ? undefined : found;
  const events = fetchEvents(account, describing);
  const names = (field: string) => mapsAt(account, field).map((each) => textAt(each, 'name'));
  const isMissing = (name: string) => secrets !== undefined && !secrets.some((each) => nameOf(each) === name);
  const tokens = secrets?.filter((each) => {
    const annotations = mapAt(metadataOf(each), 'annotations');
    const [of, uid] = ['name', 'uid'].map((field) => textAt(annotations, `kubernetes.io/service-account.${field}`));
    return textAt(each, 'type') === tokenType && of === nameOf(account) && uid === uidOf(account);
  });
  writeNames(out, account);
  writeMetadata(out, account);
  for (const [header, all] of [
    ['Image pull secrets:', names('imagePullSecrets')],
    ['Mountable secrets: ', names('secrets')],
    ['Tokens:            ', tokens?.map(nameOf) ?? []],
  ] as const) {
    for (const [index, name] of (all.length === 0 ? ['<none>'] : all).entries()) {
      const missing = all.length > 0 && isMissing(name) ? ' (not found)' : '';
      out.write(0, `${index === 0 ? header : ''}\t${name}${missing}\n`);
    }
  }
  writeEvents(out, events, timeOf(describing));
  return undefined;
};

const tokenType = 'kubernetes.io/service-account-token';

/** Upstream: describe.go describeServiceAccount. */
function writeServiceAccount(out: Description, account: ValueMap): void {
  writeNames(out, account);
  writeMetadata(out, account);
  const names = mapsAt(account, 'imagePullSecrets').map((each) => textAt(each, 'name'));
  for (const [index, name] of (names.length === 0 ? ['<none>'] : names).entries()) {
    out.write(0, `${index === 0 ? 'Image pull secrets:' : ''}\t${name}\n`);
  }
}

/** Upstream: describe.go describePodDisruptionBudgetV1. */
function writeBudget(out: Description, budget: ValueMap): void {
  const [spec, status] = [mapAt(budget, 'spec'), mapAt(budget, 'status')];
  writeNames(out, budget);
  if (spec?.has('minAvailable')) out.line(0, 'Min available', textAt(spec, 'minAvailable'));
  else if (spec?.has('maxUnavailable')) out.line(0, 'Max unavailable', textAt(spec, 'maxUnavailable'));
  const selector = mapAt(spec, 'selector');
  out.line(0, 'Selector', selector === undefined ? '<unset>' : selectorText(selector) || '<none>');
  out.write(0, 'Status:\n');
  for (const [field, title] of [
    ['disruptionsAllowed', 'Allowed disruptions'],
    ['currentHealthy', 'Current'],
    ['desiredHealthy', 'Desired'],
    ['expectedPods', 'Total'],
  ] as const) {
    out.line(2, title, numberAt(status, field));
  }
}

/** Upstream: describe.go describePriorityClass. */
function writePriorityClass(out: Description, priority: ValueMap): void {
  out.line(0, 'Name', nameOf(priority));
  out.line(0, 'Value', numberAt(priority, 'value'));
  out.line(0, 'GlobalDefault', String(priority.get('globalDefault') === true));
  out.line(0, 'PreemptionPolicy', textAt(priority, 'preemptionPolicy'));
  out.line(0, 'Description', textAt(priority, 'description'));
  out.line(0, 'Annotations', labelsText(mapAt(metadataOf(priority), 'annotations')));
}

/** What others are configured by, by group and kind. */
export const config: Readonly<Record<string, Describe>> = {
  ConfigMap: describeConfigMap,
  Secret: alone(writeSecret, false),
  ServiceAccount: describeServiceAccount,
  'policy/PodDisruptionBudget': alone(writeBudget),
  'scheduling.k8s.io/PriorityClass': alone(writePriorityClass),
};
