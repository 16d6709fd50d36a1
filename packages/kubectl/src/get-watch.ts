import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { formatJson, listAt } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { isInfo } from './documents.ts';
import { type Failure, fail, hasReason, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { genericPrinterOf, groupPrinterOf, hasNamespaces, isHuman } from './get-printers.ts';
import { type Info, type LoadedInfo, refreshed } from './info.ts';
import { TabWriter } from './printing/tab-writer.ts';
import { collect, listItems, select } from './selection.ts';
import type { Session } from './session.ts';

/**
 * `kubectl get --watch`: prints what stands. Nothing changes while it waits, so that it ends as where the time of the
 * request has run out. Upstream: k8s.io/kubectl pkg/cmd/get/get.go watch.
 */
export function watch(session: Session, flags: Flags): Failure | undefined {
  const [human, chunk] = [isHuman(flags), flags.whole('chunk-size')];
  const tables = human && flags.truth('server-print');
  const selected = select(session, flags, {
    args: flags.args,
    allowAll: true,
    oneType: true,
    withoutLists: true,
    allNamespaces: flags.truth('all-namespaces'),
    fieldSelector: flags.text('field-selector'),
    latest: true,
    ...(chunk === 0n ? {} : { limit: chunk }),
    whole: true,
    includeObject: tables && flags.text('sort-by') !== '',
  });
  if (selected.kind === 'failure') return selected;
  const visited = untilFailed(selected.visit());
  const { infos, failed } = collect({ ...selected, visit: () => visited.values() });
  if (failed !== undefined) {
    const ignored = flags.truth('ignore-not-found') && hasChange('nothingWatched', session.host.release);
    return ignored && hasReason(failed, 'NotFound') ? undefined : failed;
  }
  const { size } = new Set(infos.map(({ version }) => version));
  if (size > 1 && !hasChange('firstKindWatched', session.host.release)) {
    return fail(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    );
  }
  const printed = printNow(session, flags, infos, human, tables);
  // The pages of a list are one.
  if (printed !== undefined || infos.length === 1 || infos.some(({ name }) => name === '')) return printed;
  const hasFiles = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
  return fail(
    hasFiles
      ? `watch is only supported on individual resources and resource collections - ${infos.length} resources were found`
      : 'you may only watch a single resource or type of resource at a time',
  );
}

/** What is visited up to the first failure. Upstream: get.go watch, a builder without ContinueOnError. */
function untilFailed(visited: Iterable<Info | Failure>): readonly (Info | Failure)[] {
  const all: (Info | Failure)[] = [];
  for (const each of visited) {
    all.push(each);
    if (!isInfo(each)) break;
  }
  return all;
}

/** Prints what stands, each object as if it had been added where events are asked for. */
function printNow(
  session: Session,
  flags: Flags,
  infos: readonly LoadedInfo[],
  human: boolean,
  tables: boolean,
): Failure | undefined {
  const silent = flags.truth('watch-only');
  const [first] = infos;
  if (human && first !== undefined) {
    const event = flags.truth('output-watch-events') ? { event: 'ADDED' } : {};
    const columns = { severalKinds: false, ...event, withNamespace: hasNamespaces(flags, first) };
    const printer = groupPrinterOf(session, flags, first, tables, columns);
    const writer = new TabWriter(session.out);
    // A table comes with all of its rows.
    const shown = tables ? infos : infos.flatMap((info) => itemsOf(info.object).map((item) => refreshed(info, item)));
    for (const info of silent ? [] : shown) {
      const failed = printer.print(info, writer);
      if (failed !== undefined) return failed;
    }
    writer.flush();
    return undefined;
  }
  const printer = genericPrinterOf(session, flags);
  if (isFailure(printer) || silent) return isFailure(printer) ? printer : undefined;
  for (const object of infos.flatMap((info) => itemsOf(info.object))) {
    const failed = printEvent(session, flags, object, (shown) => printer.print(shown, ''));
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** The items of a list, or an object that is none. */
function itemsOf(object: ValueMap): readonly ValueMap[] {
  return listAt(object, 'items') === undefined ? [object] : listItems(object);
}

function printEvent(
  session: Session,
  flags: Flags,
  object: ValueMap,
  print: (shown: ValueMap) => Failure | undefined,
): Failure | undefined {
  const format = flags.text('output').toLowerCase();
  if (!flags.truth('output-watch-events') || format === 'name') return print(object);
  if (format === 'json') {
    session.out(`{"type":"ADDED","object":${formatJson(object, { sortKeys: true })}}\n`);
    return undefined;
  }
  return print(
    new Map<string, Value>([
      ['object', object],
      ['type', 'ADDED'],
    ]),
  );
}
