import { shellWord, terminalLine, terminalText } from '@managed-fields/foreign-text';
import { type Ended, exit, type Io, type Run, type Started } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { refuse } from '../options.ts';
import type { Behind, Served } from './front/settings.ts';
import { type Chosen, clusterOptions, type Place, printedAddress, proxyLine, servedAt } from './options.ts';

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

/**
 * `managed-fields cluster`: serves the playground beside the API of a cluster, until it is interrupted. `kubectl proxy`
 * signs in at the cluster, out of the reach of browsers; the front before it takes what the page asks, and nothing else.
 */
export const run: Run = async (args, io) => {
  const options = clusterOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'cluster');
  const { kubectl, opened } = options;
  const context = await contextOf(io, [kubectl.program, ...kubectl.cluster]);
  if (context.kind === 'interrupted') return exit.done;
  if (context.kind === 'missing') return missing(io, kubectl.program);
  // Without a context kubectl proxies to localhost:8080, unless it runs in a Pod.
  const isInside = io.env['KUBERNETES_SERVICE_HOST'] !== undefined && kubectl.cluster.length === 0;
  if (context.kind === 'none' && !isInside) {
    const advice = 'name its configuration by --kubeconfig and its context by --context.';
    io.stderr.write(`${terminalText(context.stderr)}kubectl knows no such cluster: ${advice}\n`);
    return context.code;
  }
  const namespace = opened.namespace ?? (context.kind === 'context' ? context.namespace : undefined);
  return serve(io, { ...options, opened: { ...opened, namespace } });
};

/** Serves the page, then the API behind it, and prints the address when both are there. */
async function serve(io: Io, options: Chosen): Promise<number> {
  const token = io.random(32);
  let behind: Behind | undefined;
  const front = await io.serveFront({ ...options, token, behind: () => behind });
  if (front.kind !== 'serving') return notServed(io, front, options.port);
  const folder = io.privateFolder();
  try {
    const place: Place =
      io.platform === 'win32'
        ? { kind: 'port', host: `mf-${io.random(16)}` }
        : { kind: 'socket', path: `${folder.path}/api.sock` };
    const line = proxyLine(options.kubectl, place);
    const shown = place.kind === 'port' ? line.map((word) => word.replace(place.host, 'SECRET')) : line;
    if (options.output === 'text') io.stdout.write(runningText(shown));
    const { ended, interrupted } = await untilServed(io, line, folder.path, (printed) => {
      const at = servedAt(printed, place);
      if (behind !== undefined || at === undefined) return;
      behind = at;
      const address = printedAddress(front.port, token, options.opened);
      io.stdout.write(
        options.output === 'json' ? outputJson('ClusterAddress', { address, command: shown }, 0) : addressText(address),
      );
    });
    return interrupted ? exit.done : sayEnd(io, ended, options.kubectl.program);
  } finally {
    await front.close();
    folder.remove();
  }
}

/** Runs the proxy until it ends, and hands on all that it printed so far. What it writes to stderr is shown. */
function untilServed(
  io: Io,
  [program = '', ...words]: readonly string[],
  folder: string,
  printed: (all: string) => void,
) {
  let stdout = '';
  const started = io.startBound(
    program,
    words,
    {
      stdout: (text) => {
        stdout = `${stdout}${text}`.slice(-1000);
        printed(stdout);
      },
      stderr: (text) => io.stderr.write(terminalText(text)),
    },
    folder,
  );
  return untilEnded(io, started);
}

function runningText(line: readonly string[]): string {
  const typed = terminalLine(line.map(shellWord).join(' '));
  return `Running this, which signs in at the cluster and which no browser reaches:\n\n  ${typed}\n\n`;
}

function addressText(address: string): string {
  return `The playground shows your cluster, with your rights, until Ctrl-C ends it:

  ${address}

The address ends with a token, for this start alone. Whoever has it can do what the page can: keep it to yourself.
`;
}

/** Says why the page is not served, and returns the exit code. */
function notServed(io: Io, served: Exclude<Served, { readonly kind: 'serving' }>, port: number): number {
  const said =
    served.kind === 'taken'
      ? `Port ${port} is taken: name another by --port, or leave it out for a free one.`
      : `The page cannot be served: ${terminalLine(served.message)}`;
  io.stderr.write(`${said}\n`);
  return exit.failed;
}

/** Says how the proxy ended by itself, and returns the exit code. */
function sayEnd(io: Io, ended: Ended, kubectl: string): number {
  switch (ended.kind) {
    case 'missing':
      return missing(io, kubectl);
    case 'failed':
      io.stderr.write(`${terminalLine(kubectl)} does not start: ${terminalLine(ended.message)}\n`);
      return exit.failed;
    case 'ended':
      io.stderr.write(`kubectl was ended by ${ended.signal}.\n`);
      return exit.failed;
    case 'exited':
      io.stderr.write(`kubectl ended with exit code ${ended.code}.\n`);
      return ended.code;
  }
}

function missing(io: Io, kubectl: string): number {
  io.stderr.write(`There is no program ${terminalLine(kubectl)}: install kubectl, or name it by --kubectl PROGRAM.\n`);
  return exit.failed;
}

/** How a program ended, and whether it was because somebody interrupted this one. */
export interface Waited {
  readonly ended: Ended;
  readonly interrupted: boolean;
}

/** Waits for a program to end, and asks it to at a signal. */
export async function untilEnded(io: Io, started: Started): Promise<Waited> {
  let interrupted = false;
  const stop = io.onSignal(() => {
    interrupted = true;
    started.end();
  });
  const ended = await started.ended;
  stop();
  // Ctrl-C reaches both programs, and the other may end before this one hears of it.
  return { ended, interrupted: interrupted || (ended.kind === 'ended' && ended.signal === 'SIGINT') };
}
