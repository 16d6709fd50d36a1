import { exit, type Io } from '../io.ts';
import { untilEnded } from './until-ended.ts';

/** The context that kubectl uses. */
export type Context =
  | { readonly kind: 'context'; readonly namespace: string | undefined }
  /** There is no current context, or none of that name; with what kubectl says and its exit code. */
  | { readonly kind: 'none'; readonly stderr: string; readonly code: number }
  /** There is no kubectl, or somebody interrupted it. */
  | { readonly kind: 'missing' | 'interrupted' };

/** Asks kubectl for the context that it would use with these words in front of a command. */
export async function contextOf(io: Io, [program = '', ...cluster]: readonly string[]): Promise<Context> {
  let stdout = '';
  let stderr = '';
  const output = '--output=jsonpath={.contexts[0].context.namespace}';
  const started = io.start(program, [...cluster, 'config', 'view', '--minify', output], {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  const { ended, interrupted } = await untilEnded(io, started);
  if (interrupted) return { kind: 'interrupted' };
  if (ended.kind === 'missing') return ended;
  if (ended.kind === 'exited' && ended.code === 0) return { kind: 'context', namespace: stdout.trim() || undefined };
  const code = ended.kind === 'exited' ? ended.code : exit.failed;
  return { kind: 'none', stderr: ended.kind === 'failed' ? `${ended.message}\n` : stderr, code };
}
