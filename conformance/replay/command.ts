import {
  type ApiRequest,
  type Cluster,
  runKubectl,
  type SentRequest,
  type Value,
} from '@managed-fields/merge-engine/whole';
import { compareAnswers, compareValue, type Difference, type SameText } from './compare.ts';
import { kubectlHost } from './kubectl-host.ts';
import { ListVersions } from './list-versions.ts';
import { requestOf } from './request.ts';
import type { Command, Exchange, Trace } from './trace.ts';

/** How a command went: the state after it, and everything in which it differs from the recording. */
export interface PlayedCommand {
  readonly cluster: Cluster;
  readonly differences: readonly Difference[];
  /** What was printed: `stdout` and `stderr` where they differ; counted apart. */
  readonly texts: readonly Difference[];
}

/** Plays the commands of one trace, one after the other; files stay from one to the next. */
export type CommandPlayer = (cluster: Cluster, command: Command, now: string) => PlayedCommand;

/** Starts playing the commands of a trace. */
export function commandPlayer(trace: Trace, sameText: SameText): CommandPlayer {
  const files = new Map<string, string>();
  const lists = new ListVersions();
  return (cluster, command, now) => {
    for (const [name, text] of command.files) files.set(name, text);
    const start = lists.before(cluster, command.exchanges);
    const ran = runKubectl(
      start,
      {
        line: command.line,
        files: new Map(files),
        ...(command.stdin === undefined ? {} : { stdin: command.stdin }),
        env: command.env,
        namespace: `t-${trace.name}`,
        enforceNamespace: true,
      },
      kubectlHost(trace.release, files, command.env),
      now,
    );
    const differences = [...compareRequests(command, ran.requests, sameText)];
    if (ran.exitCode !== command.exitCode) {
      differences.push({ path: 'exitCode', expected: String(command.exitCode), got: String(ran.exitCode) });
    }
    const texts = (['stdout', 'stderr'] as const)
      .filter((name) => command[name] !== ran[name] && !sameText(command[name], ran[name]))
      .map((name) => ({ path: name, expected: JSON.stringify(command[name]), got: JSON.stringify(ran[name]) }));
    return { cluster: lists.after(ran.cluster, start, command.exchanges), differences, texts };
  };
}

/** What differs in the requests that write, in their order, and in the answers to them. */
function* compareRequests(command: Command, sent: readonly SentRequest[], sameText: SameText): Generator<Difference> {
  const expected = command.exchanges.filter(({ request }) => request.method !== 'GET');
  const got = sent.filter(({ request }) => request.method !== 'GET');
  // Where several objects are written, nothing tells in which order the recorder met their resourceVersions.
  const several = new Set(expected.map(({ request }) => objectOf(request))).size > 1;
  const counts = ({ path }: Difference) => !(several && path.endsWith('metadata.resourceVersion'));
  for (let index = 0; index < Math.max(expected.length, got.length); index++) {
    const [recorded, ours] = [expected[index], got[index]];
    const place = `writes[${index}]`;
    if (recorded === undefined || ours === undefined) {
      const shown = (request: { method: string; path: string } | undefined) =>
        request === undefined ? '(absent)' : `${request.method} ${request.path}`;
      yield { path: place, expected: shown(recorded?.request), got: shown(ours?.request) };
      continue;
    }
    const differences = [
      ...compareValue(asValue(requestOf(recorded)), asValue(ours.request), 'request', sameText),
      ...compareAnswers(recorded, ours.response, sameText),
    ];
    for (const difference of differences.filter(counts)) {
      yield { ...difference, path: `${place}.${difference.path}` };
    }
  }
}

/** The object that a request is about, without its subresource; a create by its collection and name. */
function objectOf(request: Exchange['request']): string {
  if (request.method !== 'POST') return request.path.split('/').slice(0, 8).join('/');
  const name = /"metadata":\{[^{}]*(?:\{[^{}]*\}[^{}]*)*"name":"([^"]*)"/.exec(request.body ?? '')?.[1];
  return `${request.path}/${name ?? ''}`;
}

/** What counts of a request. */
function asValue({ method, path, query, contentType, body }: ApiRequest): Value {
  return new Map<string, Value>([
    ['method', method],
    ['path', path],
    ['query', new Map<string, Value>(query)],
    ['contentType', contentType ?? ''],
    ['body', body === undefined ? '' : body.kind === 'value' ? body.value : body.message],
  ]);
}
