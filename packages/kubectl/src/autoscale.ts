import {
  formatFloat,
  formatQuantity,
  parseQuantity,
  type Quantity,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { create, type Fetched } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { rememberingTyped } from './last-applied.ts';
import { resourceText } from './mapping.ts';
import { dryRunOf } from './options.ts';
import { partsOf } from './parts-of.ts';
import { type DryRun, printerOf } from './print.ts';
import { select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl autoscale`. Upstream: k8s.io/kubectl pkg/cmd/autoscale/autoscale.go. */
export function runAutoscale(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const [max, min] = [flags.number('max'), flags.number('min')];
  if (max < 1) return fail(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min) return fail(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  if (flags.number('cpu-percent') > 0 && flags.text('cpu') !== '') {
    return fail('--cpu-percent and --cpu are mutually exclusive');
  }
  const metrics = metricsOf(session, flags);
  if ('kind' in metrics) return metrics;
  const selected = select(session, flags, { args: flags.args });
  if (selected.kind === 'failure') return selected;
  let visited = false;
  const failed = visitEach(selected, (info) => {
    visited = true;
    return scaleOne(session, flags, info, metrics, dryRun.value);
  });
  return failed ?? (visited ? undefined : fail('no objects passed to autoscale'));
}

function scaleOne(
  session: Session,
  flags: Flags,
  info: Info,
  metrics: readonly ValueMap[],
  dryRun: DryRun,
): Failure | undefined {
  const { kind } = info.version.resource;
  if (!info.version.subresources.has('scale')) {
    const why = `could not find scale subresource for ${resourceText(info.version)} in discovery information`;
    return fail(`cannot autoscale a ${kind}: ${why}`);
  }
  const attempt = (object: ValueMap): Failure | undefined => {
    const created = dryRun === 'client' ? undefined : createScaler(session, flags, object, dryRun);
    if (created?.kind === 'failure') return created;
    const printer = printerOf(session, flags, dryRun, true);
    if ('kind' in printer) return printer;
    return printer.print(created?.object ?? object, created === undefined ? 'created' : 'autoscaled');
  };
  // What cannot be printed counts as what cannot be created.
  const failed = attempt(scalerOf(session, flags, info, metrics));
  if (failed === undefined || failed.unplayed !== undefined) return failed;
  const why = hasChange('targetsOfScalers', session.host.release) ? whyNotOlder(flags) : undefined;
  if (why !== undefined) {
    return fail(
      `failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: ${why}`,
    );
  }
  return attempt(olderScalerOf(session, flags, info));
}

/** Upstream: autoscale.go handleHPA. */
function createScaler(session: Session, flags: Flags, object: ValueMap, dryRun: DryRun): Fetched {
  const [group, name = ''] = partsOf(textAt(object, 'apiVersion'), '/');
  const version = session.catalog.find(group, name, 'horizontalpodautoscalers');
  if (version === undefined) return fail('the server could not find the requested resource');
  const body = rememberingTyped(object, flags.truth('save-config'));
  const options = { fieldManager: flags.text('field-manager'), dryRun: dryRun === 'server', protobuf: true };
  return create(session, { version, namespace: session.namespace }, body, options);
}

/**
 * Returns why autoscaling/v1 cannot express the flags. kubectl formats a Go error here even where there is none, which
 * gives `%!w(<nil>)`.
 * Upstream: autoscale.go canCreateHPAV1.
 */
function whyNotOlder(flags: Flags): string | undefined {
  const cpu = flags.text('cpu').trim();
  if (cpu === '') return 'empty input';
  const fits = flags.text('memory') === '' && (flags.number('cpu-percent') >= 0 || cpu.endsWith('%'));
  return fits ? undefined : '%!w(<nil>)';
}

/**
 * Builds an autoscaling/v2 object, with the zero fields that its Go type writes. Upstream: autoscale.go
 * createHorizontalPodAutoscalerV2.
 */
function scalerOf(session: Session, flags: Flags, info: Info, metrics: readonly ValueMap[]): ValueMap {
  const spec = specOf(flags, info);
  if (metrics.length > 0) spec.set('metrics', metrics);
  const status = new Map<string, Value>([
    ['desiredReplicas', 0n],
    ['currentMetrics', null],
  ]);
  return scaler('autoscaling/v2', session, flags, info, { spec, status });
}

/**
 * Builds an autoscaling/v1 object, with the zero fields that its Go type writes. Upstream: autoscale.go
 * createHorizontalPodAutoscalerV1.
 */
function olderScalerOf(session: Session, flags: Flags, info: Info): ValueMap {
  const spec = specOf(flags, info);
  const percent = flags.number('cpu-percent');
  if (percent >= 0) spec.set('targetCPUUtilizationPercentage', BigInt(percent));
  const status = new Map<string, Value>([
    ['currentReplicas', 0n],
    ['desiredReplicas', 0n],
  ]);
  return scaler('autoscaling/v1', session, flags, info, { spec, status });
}

function scaler(
  apiVersion: string,
  session: Session,
  flags: Flags,
  info: Info,
  { spec, status }: { readonly spec: ValueMap; readonly status: ValueMap },
): ValueMap {
  const name = flags.text('name') === '' ? info.name : flags.text('name');
  const metadata = new Map<string, Value>([['name', name]]);
  const isPlaced = session.enforceNamespace && hasChange('namespaceOfScalers', session.host.release);
  if (isPlaced) metadata.set('namespace', session.namespace);
  if (!hasChange('unknownTimeLeftOut', session.host.release)) metadata.set('creationTimestamp', null);
  return new Map<string, Value>([
    ['kind', 'HorizontalPodAutoscaler'],
    ['apiVersion', apiVersion],
    ['metadata', metadata],
    ['spec', spec],
    ['status', status],
  ]);
}

/** Builds the fields of the spec that both versions have. */
function specOf(flags: Flags, info: Info): Map<string, Value> {
  const target = new Map<string, Value>([
    ['kind', info.version.resource.kind],
    ['name', info.name],
    ['apiVersion', info.version.apiVersion],
  ]);
  const spec = new Map<string, Value>([['scaleTargetRef', target]]);
  if (flags.number('min') > 0) spec.set('minReplicas', BigInt(flags.number('min')));
  return spec.set('maxReplicas', BigInt(flags.number('max')));
}

function metricsOf(session: Session, flags: Flags): readonly ValueMap[] | Failure {
  const metrics: ValueMap[] = [];
  const percent = flags.number('cpu-percent');
  const least = hasChange('targetsOfScalers', session.host.release) ? 1 : 0;
  if (percent >= least) metrics.push(metricOf('cpu', utilization(BigInt(percent))));
  for (const resource of ['cpu', 'memory'] as const) {
    const text = flags.text(resource);
    if (text === '') continue;
    const target = targetOf(text, resource);
    if ('kind' in target) return target;
    metrics.push(metricOf(resource, target));
  }
  return metrics;
}

function metricOf(name: string, target: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['type', 'Resource'],
    [
      'resource',
      new Map<string, Value>([
        ['name', name],
        ['target', target],
      ]),
    ],
  ]);
}

function utilization(percent: bigint): ValueMap {
  return new Map<string, Value>([
    ['type', 'Utilization'],
    ['averageUtilization', percent],
  ]);
}

/**
 * Reads the target of a metric: `70%`, `500m`, or a bare number, which counts in milli-CPU or mebibytes.
 * Upstream: autoscale.go parseResourceInput.
 */
function targetOf(written: string, resource: 'cpu' | 'memory'): ValueMap | Failure {
  const text = written.trim();
  if (text === '') return fail('empty input');
  if (text.endsWith('%')) return percentOf(text.slice(0, -1));
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
    const quantity = parseQuantity(`${formatFloat(Number(text))}${resource === 'cpu' ? 'm' : 'Mi'}`);
    return quantity.kind === 'error' ? fail(quantity.message) : averageValue(quantity.quantity);
  }
  const quantity = parseQuantity(text);
  if (quantity.kind === 'error') return fail(`invalid resource ${resource} value: ${text}`);
  return averageValue(quantity.quantity);
}

/** Upstream: autoscale.go parsePercentage. */
function percentOf(text: string): ValueMap | Failure {
  const percent = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : -1n;
  if (percent < 0n || percent > 2147483647n) return fail(`invalid percentage value: ${text}`);
  return utilization(percent);
}

function averageValue(quantity: Quantity): ValueMap {
  return new Map<string, Value>([
    ['type', 'AverageValue'],
    ['averageValue', formatQuantity(quantity)],
  ]);
}
