import type { Value } from '@managed-fields/merge-engine';
import { type Failure, fail, hasReason, together } from './failure.ts';
import type { Flags } from './flags.ts';
import { printTable } from './get-table.ts';
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
  if (flags.truth('watch') || flags.truth('watch-only')) return fail('nothing is watched here; get again instead');
  if (flags.text('raw') !== '') return fail('raw requests are not sent by commands here; add a request step instead');
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
  if (format === '' || format === 'wide') {
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
