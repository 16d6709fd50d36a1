import { exit, type Io, untilEnded, type Waited } from './io.ts';

/** The options that say which cluster, and which kubectl asks it. */
export const kubectlOptions = {
  namespace: { type: 'string', short: 'n' },
  context: { type: 'string' },
  kubeconfig: { type: 'string' },
  kubectl: { type: 'string' },
} as const;

/** What these options were given. */
export interface KubectlValues {
  readonly context?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly kubectl?: string | undefined;
}

/** The kubectl that signs in at the cluster. */
export interface Kubectl {
  /** The program: `kubectl`, or a path of one. */
  readonly program: string;
  /** `--kubeconfig` and `--context`, where they were given. */
  readonly cluster: readonly string[];
}

/** Which kubectl these options name. */
export function kubectlOf({ kubectl = 'kubectl', kubeconfig, context }: KubectlValues): Kubectl {
  const given = [['kubeconfig', kubeconfig] as const, ['context', context] as const];
  return {
    program: kubectl,
    cluster: given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  };
}

/** Says what to do where there is no kubectl. */
export function noProgram(program: string): string {
  return `there is no program ${program}: install kubectl, or name it by --kubectl PROGRAM`;
}

/** What kubectl printed, or why it failed. */
export type KubectlAnswer = { readonly text: string } | KubectlFailure;

/** Why kubectl failed, with the code that it ended with, and what it had printed by then. */
interface KubectlFailure {
  readonly failure: string;
  readonly code: number;
  readonly printed: string;
}

/** What a kubectl that ended had printed. */
export interface RanKubectl extends Waited {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl to its end. */
export async function runKubectl(io: Io, { program, cluster }: Kubectl, words: readonly string[]): Promise<RanKubectl> {
  const [out, err]: [string[], string[]] = [[], []];
  const started = io.start(program, [...cluster, ...words], {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
  });
  const waited = await untilEnded(io, started);
  return { ...waited, stdout: out.join(''), stderr: err.join('') };
}

/** Runs kubectl to its end, and returns what it printed, or on one line why it failed. */
export async function askKubectl(io: Io, kubectl: Kubectl, words: readonly string[]): Promise<KubectlAnswer> {
  const { ended, interrupted, stdout, stderr } = await runKubectl(io, kubectl, words);
  if (interrupted) return { failure: 'interrupted', code: exit.failed, printed: '' };
  if (ended.kind === 'missing') return { failure: noProgram(kubectl.program), code: exit.failed, printed: '' };
  if (ended.kind === 'exited' && ended.code === 0) return { text: stdout };
  const said = ended.kind === 'failed' ? ended.message : saidBy(stderr);
  const code = ended.kind === 'exited' ? ended.code : exit.failed;
  return { failure: said || `kubectl ended with ${code}`, code, printed: stdout };
}

/** What kubectl says of a failure, on one line; without the lines of its log where it says something else. */
function saidBy(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !/^[EWIF]\d{4} /.test(line));
  return (own.length > 0 ? own : lines).join(' ').trim();
}
