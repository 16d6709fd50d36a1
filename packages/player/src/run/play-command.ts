import { type Cluster, catalogOf, type TypeCatalog } from '@managed-fields/api-server';
import { type KubectlHost, type RanLine, runKubectl, type SentRequest } from '@managed-fields/kubectl';
import { mapAt, stringAt } from '@managed-fields/merge-engine';
import type { Outcome, Step } from '@managed-fields/scenario';
import { type CommandStep, editorFile, inputFile } from '@managed-fields/scenario';
import { kubectlTexts } from '@managed-fields/source';
import { type Traces, typeNotices } from './answer-problems.ts';
import { withKnownResource } from './known-kinds.ts';
import { knownNotice } from './notices.ts';
import { readObject } from './play-live.ts';
import { sameState } from './play-request.ts';
import { type PlayState, timeText } from './play-state.ts';
import type { PlayedStep } from './played-step.ts';
import { isFieldConflict } from './refusal.ts';
import { objectOf } from './sent-view.ts';
import type { StepText } from './step-text.ts';
import { describeTarget, type Target } from './target.ts';

/**
 * Plays a kubectl command. It finds its own files and those of the commands before it, but no other command's standard
 * input and edited text, and sends its requests to the cluster of the scenario. What it printed and sent is in `command`. The step is about the object that it wrote last,
 * or else read last.
 */
export function playCommand(step: CommandStep, text: StepText, found: PlayState): PlayedStep {
  const { [inputFile]: stdin, [editorFile]: edited, ...own } = step.files ?? {};
  const files = new Map([...found.files, ...Object.entries(own)]);
  const { ran, before } = runWithKnown({ line: step.text.trim(), files, stdin, edited }, found);
  const writes = ran.requests.filter(({ request }) => request.method !== 'GET');
  const target = targetOf(ran.requests, catalogOf(ran.cluster)) ?? before.target;
  const status = statusOf(ran, writes);
  const failed = status === 'error' || status === 'conflict';
  const played = ranStep(step, text, before, {
    cluster: ran.cluster,
    sent: ran.requests,
    writes,
    target,
    outcome: {
      status,
      ...(failed && ran.stderr !== '' ? { message: ran.stderr.trimEnd() } : {}),
      warnings: [],
      problems: [],
    },
  });
  const dryRun = writes.some(({ request }) => request.query.has('dryRun'));
  const answered = writes.findLast(({ trace }) => trace?.after !== undefined)?.trace?.after;
  return {
    ...played,
    after: {
      ...played.after,
      files: new Map([...files, ...ran.written]),
      written: new Set([...[...found.written].filter((name) => !Object.hasOwn(own, name)), ...ran.written.keys()]),
    },
    shown: dryRun ? (answered ?? played.shown) : played.shown,
    // The kind of the shown object gets its notice from `noticesOf`.
    notices: [
      ...[...before.known.keys()]
        .filter((resource) => !found.known.has(resource) && resource !== target?.version.resource)
        .flatMap((resource) => knownNotice(resource, before)),
      ...typeNotices(storedBy(ran.requests), ran.cluster),
    ],
    command: ran,
  };
}

/** What a program did, kubectl or a deploy tool: the cluster after it, its requests, and the object that it is about. */
interface RanProgram {
  readonly cluster: Cluster;
  readonly sent: NonNullable<PlayedStep['sent']>;
  /** Those of its requests that may have changed something. */
  readonly writes: readonly SentRequest[];
  readonly target: Target | undefined;
  readonly outcome: Pick<Outcome, 'status' | 'message' | 'warnings' | 'problems'>;
}

/** A step that ran a program. It took a second, and shows the object that it is about as it is then. */
export function ranStep(step: Step, text: StepText, before: PlayState, ran: RanProgram): PlayedStep {
  const { cluster, sent, writes, target, outcome } = ran;
  const object = target && readObject(cluster, target);
  const manager = writes.findLast(({ trace }) => (trace?.manager ?? '') !== '')?.trace?.manager;
  const started = before.started || writes.length > 0;
  return {
    step,
    outcome: {
      stepId: step.id,
      ...outcome,
      ...(target === undefined ? {} : { object: describeTarget(target) }),
      ...(manager === undefined ? {} : { manager }),
    },
    text,
    before,
    after: { ...before, cluster, seconds: before.seconds + 1, started, target, object },
    target,
    shown: object,
    built: undefined,
    trace: undefined,
    notices: [],
    sent,
  };
}

/** The traces of the requests of a command, but for dry runs. */
export function storedBy(requests: readonly SentRequest[]): Traces {
  return requests.filter(({ request }) => !request.query.has('dryRun')).map(({ trace }) => trace);
}

/** What the user gave a command: its line, its files, its standard input, and the text after editing. */
interface Typed {
  readonly line: string;
  readonly files: ReadonlyMap<string, string>;
  readonly stdin: string | undefined;
  readonly edited: string | undefined;
}

interface RanWithKnown {
  readonly ran: RanLine;
  /** The state that the command ran on. */
  readonly before: PlayState;
}

/**
 * Runs a command. Where it names a resource that the server does not have and a project's definition is known, it runs
 * again with that definition.
 */
function runWithKnown(typed: Typed, before: PlayState): RanWithKnown {
  const { line, files, stdin, edited } = typed;
  const command = { line, files, namespace: 'default', ...(stdin === undefined ? {} : { stdin }) };
  const host: KubectlHost = { ...kubectlTexts, release: before.release, edit: () => edited };
  const ran = runKubectl(before.cluster, command, host, timeText(before.seconds));
  if (ran.unknownResource === undefined) return { ran, before };
  const assumed = withKnownResource(before, ran.unknownResource);
  return assumed === before ? { ran, before } : runWithKnown(typed, assumed);
}

/** The object of the last request that wrote, else that of the last request that read an object. */
export function targetOf(requests: readonly SentRequest[], catalog: TypeCatalog): Target | undefined {
  const written = requests.filter(({ request }) => request.method !== 'GET');
  for (const sent of [...written, ...requests].reverse().sort((a, b) => rank(a) - rank(b))) {
    const object = objectOf(sent);
    const version = catalog.findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
    const metadata = mapAt(object, 'metadata');
    const name = stringAt(metadata, 'name') ?? '';
    if (version !== undefined && name !== '') {
      return { version, namespace: stringAt(metadata, 'namespace') ?? '', name };
    }
  }
  return undefined;
}

function rank({ request }: SentRequest): number {
  return request.method === 'GET' ? 1 : 0;
}

/**
 * The status of a command by its exit code and by the answers to its requests. `diff` exits with 1 where there are
 * differences. A line that ends at what is not played here has the status of what it wrote before that.
 */
function statusOf(ran: RanLine, writes: readonly SentRequest[]): Outcome['status'] {
  const { exitCode, outputs, requests, stderr, unplayed } = ran;
  const hasFailed = exitCode !== 0 || outputs.some((output) => output.exitCode !== 0);
  if (hasFailed && requests.some(({ response }) => isFieldConflict(response))) return 'conflict';
  const done = writes.filter(({ response }) => response.code < 400);
  if (unplayed !== undefined && done.length === 0) return 'not-played';
  if (unplayed === undefined && exitCode !== 0 && stderr !== '') return 'error';
  if (done.length === 0) return requests.length > 0 ? 'unchanged' : 'read';
  return statusOfWrites(done);
}

/** The status of a step whose writes were all taken. */
export function statusOfWrites(done: readonly SentRequest[]): Outcome['status'] {
  if (done.some(({ response }) => response.code === 201)) return 'created';
  if (done.at(-1)?.request.method === 'DELETE') return 'deleted';
  return done.every(({ trace }) => sameState(trace)) ? 'unchanged' : 'changed';
}
