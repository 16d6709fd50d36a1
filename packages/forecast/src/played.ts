import { type RequestTrace, type ResourceVersion, serve } from '@managed-fields/api-server';
import { shellWord } from '@managed-fields/foreign-text';
import { type KubectlHost, runKubectl } from '@managed-fields/kubectl';
import { assertNever, type ExplainedConflict, explainConflicts, type ValueMap } from '@managed-fields/merge-engine';
import {
  isFieldConflict,
  type MeantObject,
  messageOf,
  type Notice,
  sameState,
  type serveObject,
} from '@managed-fields/player';
import { kubectlTexts } from '@managed-fields/source';
import { applyType, type ObjectManifest } from './manifests.ts';
import type { ForecastResult } from './row.ts';

/** An apply as the engine played it. */
export interface Played {
  readonly result: ForecastResult;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly warnings: readonly string[];
  /** The kind of the object, at the version of the manifest; undefined where the server has no such kind. */
  readonly version: ResourceVersion | undefined;
  /** The object before and after; the one after is undefined where the apply was refused. */
  readonly before: ValueMap | undefined;
  readonly after: ValueMap | undefined;
  readonly conflicts: readonly ExplainedConflict[];
  /** The manager whose entry the apply writes. */
  readonly owner: { readonly manager: string; readonly operation: 'Apply' | 'Update' };
  readonly notices: readonly Notice[];
}

/** How a manifest is applied. */
export type Applying =
  | { readonly kind: 'server-side'; readonly manager: string; readonly force: boolean }
  | { readonly kind: 'client-side'; readonly release: string; readonly namespace: string };

/** The name of the file that a client-side apply reads. */
export const manifestFile = 'manifest.yaml';

/** The manager of `kubectl apply`. */
export const clientSideManager = 'kubectl-client-side-apply';

/** The line that applies a manifest client-side. A namespace that the manifest names itself is not named again. */
export function applyLine(namespace: string): string {
  return `kubectl apply -f ${manifestFile}${namespace === 'default' ? '' : ` -n ${shellWord(namespace)}`}`;
}

/** A live object on a server, or why it is not on one. Both ways of applying can start from it. */
export type Served = ReturnType<typeof serveObject>;

/** Applies a manifest to a server that holds its live object and nothing else. Changes nothing that it is given. */
export function playApply(served: Served, meant: MeantObject, manifest: ObjectManifest, applying: Applying): Played {
  if (served.kind === 'refused') {
    const isLive = served.of === 'live';
    return isLive ? unheld(served.message) : refused(served.message);
  }
  switch (applying.kind) {
    case 'server-side':
      return playServerSide(served, manifest, applying, meant.name === '');
    case 'client-side':
      return playClientSide(served, manifest, applying);
    default:
      return assertNever(applying);
  }
}

/** An apply to a live object that no server holds, with the server's words about it. */
export function unheld(message: string): Played {
  return refused(`the live object is not one that a server holds: ${message}`);
}

/** An apply that was refused before it was sent. */
export function refused(message: string): Played {
  return { ...nothing, result: 'refused', message, owner: { manager: '', operation: 'Apply' } };
}

const nothing = {
  code: undefined,
  message: undefined,
  warnings: [],
  version: undefined,
  before: undefined,
  after: undefined,
  conflicts: [],
  notices: [],
} as const;

type Ready = Extract<Served, { readonly kind: 'served' }>;

/** One apply; a create where the server makes up the name, since an apply needs one. */
function playServerSide(
  { cluster, version, path, now, notices }: Ready,
  { value, body }: ObjectManifest,
  applying: Extract<Applying, { readonly kind: 'server-side' }>,
  isCreate: boolean,
): Played {
  const query = new Map([['fieldManager', applying.manager]]);
  if (applying.force && !isCreate) query.set('force', 'true');
  const sent = isCreate
    ? ({ method: 'POST', path, query, contentType: 'application/yaml', body } as const)
    : ({ method: 'PATCH', path, query, contentType: applyType, body } as const);
  const { response, trace } = serve(cluster, sent, now);
  const done = response.code < 400;
  const isConflict = !done && isFieldConflict(response);
  const before = trace?.before;
  return {
    result: done ? resultOf(response.code, trace) : isConflict ? 'conflict' : 'refused',
    code: response.code,
    message: done ? undefined : (messageOf(response.body) ?? ''),
    warnings: response.warnings,
    version,
    before,
    after: done ? trace?.after : undefined,
    conflicts: isConflict ? explainConflicts(trace?.conflicts ?? [], before, value, version) : [],
    owner: { manager: applying.manager, operation: isCreate ? 'Update' : 'Apply' },
    notices,
  };
}

function resultOf(code: number, trace: RequestTrace | undefined): ForecastResult {
  if (code === 201) return 'created';
  return sameState(trace) ? 'unchanged' : 'changed';
}

/** `kubectl apply` of the manifest, with every request that it sends. */
function playClientSide(
  { cluster, version, now, notices }: Ready,
  { value, body, text }: ObjectManifest,
  applying: Extract<Applying, { readonly kind: 'client-side' }>,
): Played {
  const read: KubectlHost['read'] = () => [body.kind === 'value' ? { kind: 'value', value } : body];
  const host: KubectlHost = { ...kubectlTexts, read, release: applying.release };
  const files = new Map([[manifestFile, text]]);
  const ran = runKubectl(cluster, { line: applyLine(applying.namespace), files, namespace: 'default' }, host, now);
  const writes = ran.requests.filter(({ request, response }) => request.method !== 'GET' && response.code < 400);
  const before = ran.requests[0]?.trace?.before ?? writes[0]?.trace?.before;
  const known = {
    code: ran.requests.at(-1)?.response.code,
    warnings: ran.requests.flatMap(({ response }) => response.warnings),
    version,
    before,
    notices,
    owner: { manager: clientSideManager, operation: 'Update' } as const,
  };
  if (ran.exitCode !== 0) return { ...nothing, ...known, result: 'refused', message: ran.stderr.trimEnd() };
  const [last] = writes.slice(-1);
  if (last === undefined) return { ...nothing, ...known, result: 'unchanged', after: before };
  const isCreated = writes.some(({ response }) => response.code === 201);
  const isSame = writes.every(({ trace }) => sameState(trace));
  const result = isCreated && before === undefined ? 'created' : isSame ? 'unchanged' : 'changed';
  return { ...nothing, ...known, result, after: last.trace?.after };
}
