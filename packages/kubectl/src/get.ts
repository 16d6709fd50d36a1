import {
  listAt,
  mapAt,
  metadataOf,
  parseTime,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, hasReason, notPlayed, together, unplayedFlag } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { usageFailure } from './options.ts';
import { listOf, printerOf } from './print.ts';
import { collect, select } from './selection.ts';
import type { Session } from './session.ts';

const noType =
  'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n';
const required = `Required resource not specified.
Use "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).`;

/** `kubectl get`. Upstream: k8s.io/kubectl pkg/cmd/get/get.go. */
export function runGet(session: Session, flags: Flags): Failure | undefined {
  if (flags.text('output') === 'wide') return notPlayed({ kind: 'format', format: 'wide' });
  const watched = ['watch', 'watch-only'].find((name) => flags.truth(name));
  if (watched !== undefined) return unplayedFlag(watched);
  if (flags.text('raw') !== '') return unplayedFlag('raw');
  if (flags.args.length === 0 && flags.list('filename').length === 0) {
    session.err(noType);
    return usageFailure('kubectl get', required);
  }
  const selected = select(session, flags, {
    args: flags.args,
    allowAll: true,
    allNamespaces: flags.truth('all-namespaces'),
    fieldSelector: flags.text('field-selector'),
    latest: true,
    limit: 500,
    subresource: flags.text('subresource'),
  });
  if (selected.kind === 'failure') return selected;
  const ignored = flags.truth('ignore-not-found');
  const { infos, failed: failure } = collect(selected);
  const failed = failure !== undefined && ignored && hasReason(failure, 'NotFound') ? undefined : failure;
  const format = flags.text('output');
  if (format === '') {
    printTable(session, flags, infos, failed !== undefined || ignored);
    return failed;
  }
  if (selected.single && failed !== undefined) return failed;
  if (infos.length === 0 && ignored) return failed;
  const printer = printerOf(session, flags, 'none');
  if ('kind' in printer) return printer;
  const [only] = infos;
  if (selected.single && infos.length === 1 && only !== undefined) printer.print(only.object, '');
  else {
    const metadata = new Map<string, Value>([['resourceVersion', '']]);
    printer.print(
      listOf(
        infos.map(({ object }) => object),
        metadata,
      ),
      '',
    );
  }
  return failed === undefined ? undefined : together([failed]);
}

/** A column between the name and the age. */
type Column = readonly [title: string, cell: (object: ValueMap) => string];

const columnsByKind: ReadonlyMap<string, readonly Column[]> = new Map<string, readonly Column[]>([
  ['/ConfigMap', [['DATA', (object) => String(sizeAt(object, 'data') + sizeAt(object, 'binaryData'))]]],
  [
    '/Secret',
    [
      ['TYPE', (object) => stringAt(object, 'type') ?? ''],
      ['DATA', (object) => String(sizeAt(object, 'data'))],
    ],
  ],
  [
    'apps/Deployment',
    [
      ['READY', readyOf],
      ['UP-TO-DATE', statusCount('updatedReplicas')],
      ['AVAILABLE', statusCount('availableReplicas')],
    ],
  ],
  ['apps/StatefulSet', [['READY', readyOf]]],
  [
    'apps/ReplicaSet',
    [
      ['DESIRED', (object) => String(mapAt(object, 'spec')?.get('replicas') ?? 0n)],
      ['CURRENT', statusCount('replicas')],
      ['READY', statusCount('readyReplicas')],
    ],
  ],
  ['/ServiceAccount', []],
  ['networking.k8s.io/NetworkPolicy', []],
]);

/** The kinds whose table has another column of time than their age. Upstream: apiserver pkg/registry/rest/table.go. */
const timeColumns: ReadonlyMap<string, readonly [title: string, cell: typeof ageOf]> = new Map([
  [
    'apiextensions.k8s.io/CustomResourceDefinition',
    ['CREATED AT', (_session, object) => stringAt(metadataOf(object), 'creationTimestamp') ?? '<unknown>'] as const,
  ],
]);

function sizeAt(object: ValueMap, key: string): number {
  return mapAt(object, key)?.size ?? listAt(object, key)?.length ?? 0;
}

function statusCount(key: string): (object: ValueMap) => string {
  return (object) => String(mapAt(object, 'status')?.get(key) ?? 0n);
}

function readyOf(object: ValueMap): string {
  const desired = mapAt(object, 'spec')?.get('replicas') ?? 0n;
  return `${statusCount('readyReplicas')(object)}/${desired}`;
}

/**
 * Prints objects as a table with their names, the columns of their kinds that are known here, and their age. A real
 * server makes these tables; most kinds have only name and age here.
 * Upstream: k8s.io/kubectl pkg/cmd/get/get.go, k8s.io/kubernetes pkg/printers.
 */
export function printTable(session: Session, flags: Flags, infos: readonly LoadedInfo[], quiet: boolean): void {
  if (infos.length === 0) {
    if (quiet) return;
    const everywhere = flags.truth('all-namespaces');
    session.err(everywhere ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
    return;
  }
  const groups = new Map<string, LoadedInfo[]>();
  for (const info of infos) {
    const key = `${info.version.resource.group}/${info.version.resource.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), info]);
  }
  const tables = [...groups].map(([key, members]) => tableOf(session, flags, key, members, groups.size > 1));
  session.out(tables.join('\n'));
}

function tableOf(session: Session, flags: Flags, key: string, infos: readonly LoadedInfo[], withKind: boolean): string {
  const columns = columnsByKind.get(key) ?? [];
  const everywhere = flags.truth('all-namespaces') && (infos[0]?.version.resource.namespaced ?? false);
  const [title, time] = timeColumns.get(key) ?? ['AGE', ageOf];
  const header = [...(everywhere ? ['NAMESPACE'] : []), 'NAME', ...columns.map(([title]) => title), title];
  const rows = infos.map(({ object, name, namespace, version }) => {
    const { kind, group } = version.resource;
    const prefix = withKind ? `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}/` : '';
    const cells = columns.map(([, cell]) => cell(object));
    return [...(everywhere ? [namespace] : []), `${prefix}${name}`, ...cells, time(session, object)];
  });
  const lines = flags.truth('no-headers') ? rows : [header, ...rows];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((line) => (line[column] ?? '').length)));
  return lines
    .map(
      (line) =>
        `${line.map((cell, column) => (column === line.length - 1 ? cell : cell.padEnd((widths[column] ?? 0) + 3))).join('')}\n`,
    )
    .join('');
}

/** How long ago an object was created. Upstream: cli-runtime pkg/printers tableprinter.go translateTimestampSince. */
function ageOf({ now }: Session, object: ValueMap): string {
  const created = parseTime(stringAt(metadataOf(object), 'creationTimestamp') ?? '');
  return created === undefined ? '<unknown>' : humanDuration((parseTime(now) ?? 0) - created);
}

/**
 * Writes a number of seconds as kubectl writes ages, `2d1h`: the longer ago, the coarser.
 * Upstream: apimachinery pkg/util/duration HumanDuration.
 */
export function humanDuration(seconds: number): string {
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${Math.floor(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${Math.floor(seconds % 60)}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days % 365 === 0 || years >= 8 ? `${years}y` : `${years}y${days % 365}d`;
}
