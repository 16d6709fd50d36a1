import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { amongOthers, type Failure, fail, isFailure, together } from './failure.ts';
import type { Flags } from './flags.ts';
import { type GroupPrinter, genericPrinterOf, groupPrinterOf, hasNamespaces, isHuman } from './get-printers.ts';
import { watch } from './get-watch.ts';
import type { LoadedInfo } from './info.ts';
import { resourceText } from './mapping.ts';
import { usageFailure } from './options.ts';
import { part } from './parts.ts';
import { listOf } from './print.ts';
import { sortObjects } from './printing/sort-by.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { collect, type Selected, select } from './selection.ts';
import type { Session } from './session.ts';

const noType =
  'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n';
const required = `Required resource not specified.
Use "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).`;

/** `kubectl get`. Upstream: k8s.io/kubectl pkg/cmd/get/get.go. */
export function runGet(session: Session, flags: Flags): Failure | undefined {
  if (flags.text('raw') !== '') {
    return rawOf(flags) ?? contradictionOf(session, flags) ?? part('rare').runRaw('GET')(session, flags);
  }
  const watches = ['watch', 'watch-only'].some((name) => flags.truth(name));
  if (watches && flags.text('sort-by') !== '') {
    const rest = flags.truth('watch')
      ? '--watch requested, --sort-by will be ignored for watch events received'
      : '--watch-only requested, --sort-by will be ignored';
    session.err(`warning: ${rest}\n`);
  }
  const hasFiles = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
  if (flags.args.length === 0 && !hasFiles && !watches) {
    session.err(noType);
    return usageFailure('kubectl get', required);
  }
  const contradiction = contradictionOf(session, flags);
  if (contradiction !== undefined) return contradiction;
  if (watches) return watch(session, flags);
  const human = isHuman(flags);
  const tables = human && flags.truth('server-print');
  const sorts = flags.text('sort-by') !== '';
  const chunk = sorts ? 0n : flags.whole('chunk-size');
  const selected = select(session, flags, {
    args: flags.args,
    allowAll: true,
    allNamespaces: flags.truth('all-namespaces'),
    fieldSelector: flags.text('field-selector'),
    latest: true,
    ...(chunk === 0n ? {} : { limit: chunk }),
    subresource: flags.text('subresource'),
    whole: tables,
    includeObject: tables && sorts,
  });
  if (selected.kind === 'failure') return selected;
  return human ? printHuman(session, flags, selected, tables) : printGeneric(session, flags, selected);
}

/** Why `--raw` cannot be asked for so. Upstream: get.go Complete, Validate. */
function rawOf(flags: Flags): Failure | undefined {
  if (flags.args.length > 0) return fail('arguments may not be passed when --raw is specified');
  if (flags.truth('watch') || flags.truth('watch-only') || flags.text('selector') !== '') {
    return fail('--raw may not be specified with other flags that filter the server request or alter the output');
  }
  return flags.text('output') === '' ? undefined : fail('--raw and --output are mutually exclusive');
}

/** Upstream: get.go Validate. */
function contradictionOf(session: Session, flags: Flags): Failure | undefined {
  const format = flags.text('output');
  if (flags.truth('show-labels') && format !== '' && format !== 'wide') {
    return fail(`--show-labels option cannot be used with ${format} printer`);
  }
  const alone = hasChange('labelColumnsAlone', session.host.release);
  if (alone && flags.list('label-columns').length > 0 && format.startsWith('custom-columns')) {
    return fail(`--label-columns option cannot be used with ${format} printer`);
  }
  if (!flags.truth('output-watch-events') || flags.truth('watch') || flags.truth('watch-only')) return undefined;
  return fail('--output-watch-events option can only be used with --watch or --watch-only');
}

/** What was selected; objects that are not there do not count where they may be missing. */
function collected(flags: Flags, selected: Selected) {
  return collect(selected, flags.truth('ignore-not-found') ? 'NotFound' : '');
}

/** Prints tables, a group for each kind. Upstream: get.go Run. */
function printHuman(session: Session, flags: Flags, selected: Selected, tables: boolean): Failure | undefined {
  const { infos: unsorted, failed } = collected(flags, selected);
  // A failure to load is an aggregate of one, which is printed without `error: ` in another one.
  const nested = failed?.loading && failed.parts === undefined ? { ...failed, parts: [failed] } : failed;
  const failures: Failure[] = nested === undefined ? [] : [amongOthers(nested)];
  const sortBy = flags.text('sort-by');
  const kinds = new Set(unsorted.map(({ version }) => `${version.apiVersion} ${version.resource.kind}`));
  const infos = sortBy === '' ? unsorted : sortedInfos(unsorted, sortBy, tables);
  if (isFailure(infos)) return infos;
  let [written, pending] = [0, false];
  const writer = new TabWriter((text) => {
    session.out(pending ? `\n${text}` : text);
    pending = false;
    written += text.length;
  });
  let printer: GroupPrinter | undefined;
  let [last, allNamespaced, withNamespace] = ['', !flags.truth('all-namespaces'), false];
  for (const info of infos) {
    const { version } = info;
    allNamespaced &&= version.resource.namespaced;
    if (printer === undefined || resourceText(version) !== last) {
      writer.flush();
      writer.forget();
      pending = printer !== undefined && !flags.truth('no-headers') && written > 0;
      // Once there, the column stays for kinds without namespaces too.
      withNamespace ||= hasNamespaces(flags, info);
      printer = groupPrinterOf(session, flags, info, tables, { severalKinds: kinds.size > 1, withNamespace });
      last = resourceText(version);
    }
    const ended = printer.print(info, writer);
    if (ended !== undefined) return ended;
  }
  writer.flush();
  if (written === 0 && !flags.truth('ignore-not-found') && failures.length === 0) {
    session.err(allNamespaced ? `No resources found in ${session.namespace} namespace.\n` : 'No resources found\n');
  }
  return together(failures);
}

/** Sorts objects; tables are sorted row by row when they are printed. Upstream: get.go RuntimeSorter.Sort. */
function sortedInfos(infos: readonly LoadedInfo[], sortBy: string, tables: boolean): readonly LoadedInfo[] | Failure {
  if (infos.length <= 1) return infos;
  if (!tables) return sortObjects(infos, sortBy);
  // Several tables are compared as the objects that they are.
  const seen = infos.map((info) => ({ info, object: tableObject }));
  const sorted = sortObjects(seen, sortBy);
  return isFailure(sorted) ? sorted : sorted.map(({ info }) => info);
}

const tableObject: ValueMap = new Map<string, Value>([
  ['kind', 'Table'],
  ['apiVersion', 'meta.k8s.io/v1'],
  ['metadata', new Map()],
]);

/** Prints an object, or several as a list, in the format of `-o`. Upstream: get.go printGeneric. */
function printGeneric(session: Session, flags: Flags, selected: Selected): Failure | undefined {
  const { infos, failed } = collected(flags, selected);
  if (selected.single && failed !== undefined) return failed;
  if (infos.length === 0 && flags.truth('ignore-not-found')) return failed && together([failed]);
  const printer = genericPrinterOf(session, flags);
  if (isFailure(printer)) return printer;
  const [only] = infos;
  const failures = failed === undefined ? [] : [failed];
  if (selected.single && infos.length === 1 && only !== undefined) {
    return together([...failures, ...asList(printer.print(only.object, ''))]);
  }
  const sortBy = flags.text('sort-by');
  const sorted = sortBy === '' || infos.length === 0 ? infos : sortObjects(infos, sortBy);
  if (isFailure(sorted)) return together([...failures, sorted]);
  const objects = sorted.map(({ object }) => object);
  const list = listOf(objects, new Map<string, Value>([['resourceVersion', '']]));
  return together([...failures, ...asList(printer.print(list, ''))]);
}

const asList = (failed: Failure | undefined) => (failed === undefined ? [] : [failed]);
