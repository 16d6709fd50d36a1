import type { ApiRequest, Cluster, RequestUser } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import type { Value } from '@managed-fields/merge-engine';
import { compareAnswers, compareValue, type Difference } from './compare.ts';
import { kubectlHost } from './kubectl-host.ts';
import type { Names } from './names.ts';
import { type Pair, pairs } from './pairs.ts';
import { requestOf } from './request.ts';
import type { Command, Trace } from './trace.ts';

/** The state after a command, and everything in which it differs from the recording. */
export interface PlayedCommand {
  readonly cluster: Cluster;
  /** The differences of the requests that write, of the answers to them, and of the exit code. */
  readonly differences: readonly Difference[];
  /** The differences of each request that reads, and of the answer to it. */
  readonly reads: readonly (readonly Difference[])[];
  /** The differences of each text that was printed, stdout and stderr. */
  readonly texts: readonly (readonly Difference[])[];
}

/** Plays the commands of one trace, one after the other; files stay from one to the next. */
export type CommandPlayer = (cluster: Cluster, command: Command, now: string) => PlayedCommand;

/** Starts playing the commands of a trace. */
export function commandPlayer(trace: Trace, names: Names): CommandPlayer {
  const files = new Map<string, string>();
  return (cluster, command, now) => {
    for (const [name, text] of command.files) files.set(name, names.toServer(text));
    const ran = runKubectl(
      cluster,
      {
        line: names.toServer(command.line),
        files: new Map(files),
        ...(command.stdin === undefined ? {} : { stdin: names.toServer(command.stdin) }),
        env: command.env,
        namespace: `t-${trace.name}`,
        enforceNamespace: true,
      },
      kubectlHost(trace.release, files, command.env),
      now,
    );
    for (const [name, text] of ran.written) files.set(name, text);
    const compared = pairs(command.exchanges, ran.requests.filter(isRecorded)).map((pair, index) => ({
      reads: (pair.recorded ?? pair.sent)?.request.method === 'GET',
      differences: comparePair(pair, `requests[${index}]`, names),
    }));
    const writes = compared.filter(({ reads }) => !reads).flatMap(({ differences }) => differences);
    const exits = compareValue(BigInt(command.exitCode), BigInt(ran.exitCode), 'exitCode');
    return {
      cluster: ran.cluster,
      differences: [...writes, ...exits],
      reads: compared.filter(({ reads }) => reads).map(({ differences }) => differences),
      texts: (['stdout', 'stderr'] as const).map((name) =>
        compareValue(command[name], names.toTraceText(ran[name]), name),
      ),
    };
  };
}

/** Whether a recording shows a request; the question which kinds may be parents of a set is left out of it. */
function isRecorded({ request }: { readonly request: ApiRequest }): boolean {
  return request.query.get('labelSelector') !== 'applyset.kubernetes.io/is-parent-type';
}

/** Compares a request of a command, and the answer to it. */
function comparePair({ recorded, sent }: Pair, path: string, names: Names): readonly Difference[] {
  if (recorded === undefined || sent === undefined) {
    return [{ path, expected: shown(recorded?.request), got: shown(sent?.request) }];
  }
  const request = names.toTrace(asValue(sent.request));
  const differences = [
    ...compareValue(asValue(requestOf(recorded)), request, 'request'),
    ...compareAnswers(recorded, sent.response, names),
  ];
  return differences.map((difference) => ({ ...difference, path: `${path}.${difference.path}` }));
}

function shown(request: { readonly method: string; readonly path: string } | undefined): string {
  return request === undefined ? '(absent)' : `${request.method} ${request.path}`;
}

/** Extra values stand in the order of their names, for kubectl sends them in one by chance. */
function userText({ name, uid = '', groups, extra = new Map() }: RequestUser): string {
  const more = [...extra].map(([key, values]) => `${key}=${values.join(',')}`).sort();
  return [name, uid, ...groups, ...more].join(' ');
}

/** Returns the parts of a request that are compared. */
function asValue({ method, path, query, contentType, user, body }: ApiRequest): Value {
  return new Map<string, Value>([
    ['method', method],
    ['path', path],
    ['query', new Map<string, Value>(query)],
    ['contentType', contentType ?? ''],
    ['user', user === undefined ? '' : userText(user)],
    ['body', body === undefined ? '' : body.kind === 'value' ? body.value : body.message],
  ]);
}
