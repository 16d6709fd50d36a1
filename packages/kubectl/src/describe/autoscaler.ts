import { mapAt, metadataOf, quote, type ValueMap } from '@managed-fields/merge-engine';
import { type Description, longTime } from './description.ts';
import { conditionsOf, writeMetadata, writeNames } from './shared.ts';
import { mapsAt, numberAt, textAt } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go describeHorizontalPodAutoscalerV2. */
export function writeAutoscaler(out: Description, autoscaler: ValueMap): void {
  const [spec, status] = [mapAt(autoscaler, 'spec'), mapAt(autoscaler, 'status')];
  const target = mapAt(spec, 'scaleTargetRef');
  const kind = textAt(target, 'kind');
  writeNames(out, autoscaler);
  writeMetadata(out, autoscaler);
  out.line(0, 'CreationTimestamp', longTime(metadataOf(autoscaler), 'creationTimestamp'));
  out.line(0, 'Reference', `${kind}/${textAt(target, 'name')}`);
  out.line(0, 'Metrics', '( current / target )');
  const current = mapsAt(status, 'currentMetrics');
  for (const [index, metric] of mapsAt(spec, 'metrics').entries()) writeMetric(out, metric, current[index]);
  out.line(0, 'Min replicas', numberAt(spec, 'minReplicas'));
  out.line(0, 'Max replicas', numberAt(spec, 'maxReplicas'));
  const behavior = mapAt(spec, 'behavior');
  if (behavior !== undefined) {
    out.write(0, 'Behavior:\n');
    writeDirection(out, 'Scale Up', mapAt(behavior, 'scaleUp'));
    writeDirection(out, 'Scale Down', mapAt(behavior, 'scaleDown'));
  }
  const replicas = `${numberAt(status, 'currentReplicas')} current / ${numberAt(status, 'desiredReplicas')} desired`;
  out.line(0, `${kind} pods`, replicas);
  const conditions = conditionsOf(autoscaler);
  if (conditions.length > 0) {
    out.write(0, 'Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n');
  }
  for (const each of conditions) {
    out.write(1, `${['type', 'status', 'reason', 'message'].map((field) => textAt(each, field)).join('\t')}\n`);
  }
}

/** The field of a metric that holds it, by its type. */
const fields: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

const unknown = '<unknown>';

/** Writes a metric and what it is now, which is at the same place of another list. */
function writeMetric(out: Description, metric: ValueMap, present: ValueMap | undefined): void {
  const type = textAt(metric, 'type');
  const field = fields[type];
  if (field === undefined) {
    out.write(1, `<unknown metric type ${quote(type)}>\n`);
    return;
  }
  const source = mapAt(metric, field);
  const target = mapAt(source, 'target');
  const now = mapAt(mapAt(present, field), 'current');
  const name = textAt(mapAt(source, 'metric'), 'name');
  const amount = (map: ValueMap | undefined, key: string) => (map?.has(key) ? textAt(map, key) : '<nil>');
  const pair = (key: string) => `${now === undefined ? unknown : amount(now, key)} / ${amount(target, key)}\n`;
  switch (type) {
    case 'External':
      if (target?.has('averageValue')) {
        const shown = now?.has('averageValue') ? textAt(now, 'averageValue') : unknown;
        out.write(1, `${quote(name)} (target average value):\t${shown} / ${textAt(target, 'averageValue')}\n`);
      } else out.write(1, `${quote(name)} (target value):\t${pair('value')}`);
      return;
    case 'Pods':
      out.write(1, `${quote(name)} on pods:\t${pair('averageValue')}`);
      return;
    case 'Object': {
      const described = mapAt(source, 'describedObject');
      const isAverage = textAt(target, 'type') === 'AverageValue';
      out.write(1, `"${name}" on ${textAt(described, 'kind')}/${textAt(described, 'name')} `);
      out.write(0, `(target ${isAverage ? 'average ' : ''}value):\t${pair(isAverage ? 'averageValue' : 'value')}`);
      return;
    }
    default: {
      const container = type === 'ContainerResource' ? ` of container "${textAt(source, 'container')}"` : '';
      out.write(1, `resource ${textAt(source, 'name')}${container} on pods`);
      if (target?.has('averageValue')) {
        out.write(0, `:\t${pair('averageValue')}`);
        return;
      }
      const shown = now?.has('averageUtilization')
        ? `${numberAt(now, 'averageUtilization')}% (${amount(now, 'averageValue')})`
        : unknown;
      const wanted = target?.has('averageUtilization') ? `${numberAt(target, 'averageUtilization')}%` : '<auto>';
      out.write(1, `(as a percentage of request):\t${shown} / ${wanted}\n`);
    }
  }
}

/** Upstream: describe.go printDirectionBehavior. */
function writeDirection(out: Description, title: string, rules: ValueMap | undefined): void {
  if (rules === undefined) return;
  out.write(1, `${title}:\n`);
  const window = 'stabilizationWindowSeconds';
  if (rules.has(window)) out.write(2, `Stabilization Window: ${numberAt(rules, window)} seconds\n`);
  const policies = mapsAt(rules, 'policies');
  out.write(2, `Select Policy: ${textAt(rules, 'selectPolicy')}\n    Policies:\n`);
  for (const policy of policies) {
    const [type, value, period] = [
      textAt(policy, 'type'),
      numberAt(policy, 'value'),
      numberAt(policy, 'periodSeconds'),
    ];
    out.write(3, `- Type: ${type}\tValue: ${value}\tPeriod: ${period} seconds\n`);
  }
}
