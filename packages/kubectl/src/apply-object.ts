import type { Cluster } from '@managed-fields/api-server';
import { metadataText, type ValueMap } from '@managed-fields/merge-engine';
import { type Applying, applyClientSide } from './apply-client.ts';
import { applyServerSide } from './apply-server.ts';
import { fail } from './failure.ts';
import type { KubectlHost, SentRequest } from './host.ts';
import { objectName } from './info.ts';
import { openSession } from './session.ts';

/** How a program applies an object that has kubectl's apply as a library and sets its options itself. */
export interface ApplyOptions {
  readonly manager: string;
  readonly serverSide: boolean;
  /** Server-side: takes what others own. */
  readonly forceConflicts: boolean;
  /** Client-side: an object that cannot be patched is deleted and created again. */
  readonly force: boolean;
  /** `client`: nothing is written. */
  readonly dryRun: 'none' | 'client';
  readonly namespace: string;
}

/** The result of one apply. */
export interface ObjectApplied {
  readonly cluster: Cluster;
  readonly requests: readonly SentRequest[];
  /** What kubectl prints, and warns of: `configmap/settings configured`. */
  readonly output: string;
  /** The error that kubectl's function returns, without what its command line prints around it. */
  readonly failure: string | undefined;
}

/**
 * Applies one object without a command line, and so without field validation unless the server asks for it.
 * `source` is the file that errors name. Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go Validate, applyOneObject.
 */
export function applyObject(
  cluster: Cluster,
  object: ValueMap,
  source: string,
  options: ApplyOptions,
  host: KubectlHost,
  now: string,
): ObjectApplied {
  const { manager, serverSide, dryRun, force, namespace } = options;
  const command = { files: new Map<string, string>(), namespace };
  const { session, result } = openSession(cluster, command, host, now, undefined);
  const end = (failure: string | undefined): ObjectApplied => {
    const ran = result(0);
    return {
      ...ran,
      output: [ran.stdout, ran.stderr]
        .map((text) => text.trim())
        .filter(Boolean)
        .join('. '),
      failure,
    };
  };
  if (serverSide && force) return end('error validating options: --force cannot be used with --server-side');
  const [apiVersion, kind] = [object.get('apiVersion'), object.get('kind')];
  const version = session.catalog.findKind(String(apiVersion), String(kind));
  if (version === undefined) return end(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const name = metadataText(object, 'name');
  const place = version.resource.namespaced ? metadataText(object, 'namespace') || namespace : '';
  const info = { version, namespace: place, name, source, object };
  const applying: Applying = {
    session,
    dryRun,
    write: { fieldManager: manager },
    manager,
    forceConflicts: options.forceConflicts,
    overwrite: true,
    force,
    cascade: 'Background',
    gracePeriod: -1n,
    visited: () => {},
  };
  const generateName = metadataText(object, 'generateName');
  const applied =
    name === '' && generateName !== ''
      ? fail(`from ${generateName}: cannot use generate name with apply`)
      : serverSide
        ? applyServerSide(applying, info, '')
        : applyClientSide(applying, info);
  if (applied.kind === 'failure') return end(applied.message);
  session.out(
    `${objectName(applied.info).replace(version.resource.plural, nameOf(version.resource))} ${applied.operation}`,
  );
  return end(undefined);
}

/** `deployment.apps`: the kind as kubectl's name printer writes it. */
function nameOf({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`;
}
