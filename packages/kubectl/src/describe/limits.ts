import {
  amountOf,
  formatQuantity,
  isMap,
  mapAt,
  metadataOf,
  type Value,
  type ValueMap,
  wholeValue,
} from '@managed-fields/merge-engine';
import { isFailure } from '../failure.ts';
import { alone, type Describe, itemsOf, nameOf } from './describing.ts';
import { type Description, longTime } from './description.ts';
import { conditionsOf, writeAnnotations, writeLabels, writeNames } from './shared.ts';
import { mapsAt, shown, sortedBy, sortedEntries, textAt, textsAt } from './values.ts';

const describeNamespace: Describe = (out, namespace, describing) => {
  const name = nameOf(namespace);
  const quotas = itemsOf(describing, 'v1', 'ResourceQuota', name, { inChunks: true });
  if (isFailure(quotas)) return quotas;
  const limits = itemsOf(describing, 'v1', 'LimitRange', name, { inChunks: true });
  if (isFailure(limits)) return limits;
  const metadata = metadataOf(namespace);
  out.line(0, 'Name', name);
  writeLabels(out, 'Labels', mapAt(metadata, 'labels'));
  writeAnnotations(out, 'Annotations', mapAt(metadata, 'annotations'));
  out.line(0, 'Status', textAt(mapAt(namespace, 'status'), 'phase'));
  const conditions = conditionsOf(namespace);
  if (conditions.length > 0) {
    out.write(0, 'Conditions:\n');
    out.write(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage\n');
    out.write(1, '----\t------\t------------------\t------\t-------\n');
  }
  for (const each of conditions) {
    const [type, status, reason, message] = ['type', 'status', 'reason', 'message'].map((field) => textAt(each, field));
    out.write(1, `${type}\t${status}\t${longTime(each, 'lastTransitionTime')}\t${reason}\t${message}\n`);
  }
  out.write(0, '\n');
  writeQuotas(out, quotas);
  out.write(0, '\n');
  writeLimitsOf(out, limits);
  return undefined;
};

/** Upstream: describe.go DescribeResourceQuotas. */
function writeQuotas(out: Description, quotas: readonly ValueMap[]): void {
  out.write(0, quotas.length === 0 ? 'No resource quota.\n' : 'Resource Quotas\n');
  for (const quota of sortedBy(quotas, nameOf)) {
    out.line(1, 'Name', nameOf(quota));
    writeScopes(out, quota, 1, '* ');
    out.write(1, 'Resource\tUsed\tHard\n');
    out.write(1, '--------\t---\t---\n');
    const status = mapAt(quota, 'status');
    for (const [resource, hard] of sortedEntries(mapAt(status, 'hard'))) {
      out.write(1, `${resource}\t${textAt(mapAt(status, 'used'), resource) || '0'}\t${shown(hard)}\n`);
    }
  }
}

/** Upstream: describe.go describeQuota. */
function writeQuota(out: Description, quota: ValueMap): void {
  const status = mapAt(quota, 'status');
  writeNames(out, quota);
  writeScopes(out, quota, 0, ' * ');
  out.write(0, 'Resource\tUsed\tHard\n');
  out.write(0, '--------\t----\t----\n');
  for (const [resource, hard] of sortedEntries(mapAt(status, 'hard'))) {
    out.write(0, `${resource}\t${usedText(mapAt(status, 'used')?.get(resource), hard)}\t${shown(hard)}\n`);
  }
}

/** What is used, written as what there is. */
function usedText(used: Value | undefined, hard: Value): string {
  const [of, is] = [amountOf(hard), amountOf(used)];
  if (is === undefined || of === undefined) return '0';
  if (is.format === of.format) return formatQuantity(is);
  return formatQuantity({ amount: { unscaled: wholeValue(is), scale: 0 }, format: of.format });
}

function writeScopes(out: Description, quota: ValueMap, level: number, mark: string): void {
  const scopes = textsAt(mapAt(quota, 'spec'), 'scopes').toSorted();
  if (scopes.length > 0) out.line(level, 'Scopes', scopes.join(', '));
  for (const scope of scopes) {
    const help = scopeHelp[scope];
    if (help !== undefined) out.write(level, `${mark}${help}\n`);
  }
}

const scopeHelp: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

const columns = ['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio'];
const rule = '----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n';

/** Upstream: describe.go DescribeLimitRanges. */
function writeLimitsOf(out: Description, limits: readonly ValueMap[]): void {
  if (limits.length === 0) {
    out.write(0, 'No LimitRange resource.\n');
    return;
  }
  out.write(0, `Resource Limits\n ${columns.join('\t')}\n`);
  out.write(0, ` ${rule}`);
  for (const each of limits) writeLimits(out, each, ' ');
}

/** Upstream: describe.go describeLimitRange. */
function writeLimitRange(out: Description, range: ValueMap): void {
  writeNames(out, range);
  out.write(0, `${columns.join('\t')}\n`);
  out.write(0, rule);
  writeLimits(out, range, '');
}

/** Upstream: describe.go describeLimitRangeSpec, which leaves the order of resources to chance. */
function writeLimits(out: Description, range: ValueMap, space: string): void {
  for (const item of mapsAt(mapAt(range, 'spec'), 'limits')) {
    const fields = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'].map((field) =>
      mapAt(item, field),
    );
    const names = new Set(fields.filter(isMap).flatMap((map) => [...map.keys()]));
    for (const name of [...names].sort()) {
      const cells = fields.map((map) => textAt(map, name) || '-');
      out.write(0, `${space}${[textAt(item, 'type'), name, ...cells].join('\t')}\n`);
    }
  }
}

/** Namespaces and what limits them, by group and kind. */
export const limits: Readonly<Record<string, Describe>> = {
  Namespace: describeNamespace,
  ResourceQuota: alone(writeQuota, false),
  LimitRange: alone(writeLimitRange, false),
};
