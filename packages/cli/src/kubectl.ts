import { untilEnded } from './cluster/cluster.ts';
import { exit, type Io } from './io.ts';

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

/** The words that every question to a cluster begins with: the program, and how it finds the cluster. */
export function kubectlWords({ kubectl, kubeconfig, context }: KubectlValues): readonly string[] {
  return [
    kubectl ?? 'kubectl',
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ...(context === undefined ? [] : [`--context=${context}`]),
  ];
}

/** What kubectl printed, or why it failed. */
export type KubectlAnswer = { readonly text: string } | KubectlFailure;

/** Why kubectl failed, with the code that it ended with, and what it had printed by then. */
interface KubectlFailure {
  readonly failure: string;
  readonly code: number;
  readonly printed: string;
}

/** Runs kubectl to its end, and returns what it printed. */
export async function askKubectl(io: Io, [program = '', ...words]: readonly string[]): Promise<KubectlAnswer> {
  const [out, err]: [string[], string[]] = [[], []];
  const started = io.start(program, words, {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
  });
  const { ended, interrupted } = await untilEnded(io, started);
  const printed = out.join('');
  if (interrupted) return { failure: 'interrupted', code: exit.failed, printed: '' };
  if (ended.kind === 'missing') {
    const advice = 'install kubectl, or name it by --kubectl PROGRAM';
    return { failure: `there is no program ${program}: ${advice}`, code: exit.failed, printed: '' };
  }
  if (ended.kind === 'exited' && ended.code === 0) return { text: printed };
  const said = ended.kind === 'failed' ? ended.message : saidBy(err.join(''));
  const code = ended.kind === 'exited' ? ended.code : exit.failed;
  return { failure: said || `kubectl ended with ${code}`, code, printed };
}

/** What kubectl says of a failure, on one line; without the lines of its log where it says something else. */
function saidBy(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !/^[EWIF]\d{4} /.test(line));
  return (own.length > 0 ? own : lines).join(' ').trim();
}
