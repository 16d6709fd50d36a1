import { shellWord } from '@managed-fields/scenario';
import { type Ended, exit, type Io, type Run, type Started } from '../io.ts';
import { refuse } from '../options.ts';
import { jsonText, visible, visibleLine } from '../visible.ts';
import { clusterOptions } from './options.ts';
import { pageAddress, portServed, proxyLine } from './proxy-line.ts';

/**
 * `managed-fields cluster`: serves the playground beside the API of a cluster by `kubectl proxy`, until it is
 * interrupted.
 */
export const run: Run = async (args, io) => {
  const options = clusterOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'cluster');
  const { proxy, opened, output } = options;
  const isInside = io.env['KUBERNETES_SERVICE_HOST'] !== undefined && proxy.cluster.length === 0;
  const context = await contextOf(io, [proxy.kubectl, ...proxy.cluster]);
  if (context.kind === 'interrupted') return exit.done;
  if (context.kind === 'missing') return missing(io, proxy.kubectl);
  // Without a context kubectl proxies to localhost:8080, unless it runs in a Pod.
  if (context.kind === 'none' && !isInside) {
    io.stderr.write(visibleLine(context.stderr));
    io.stderr.write(
      'kubectl knows no such cluster: name its configuration by --kubeconfig and its context by --context.\n',
    );
    return context.code;
  }
  const namespace = opened.namespace ?? (context.kind === 'context' ? context.namespace : undefined);

  const line = proxyLine(proxy);
  const [program = '', ...words] = line;
  if (output === 'text') {
    io.stdout.write(
      `Running this, which you can also type yourself:\n\n  ${visible(line.map(shellWord).join(' '))}\n\n`,
    );
  }
  let stdout = '';
  let stderr = '';
  let serves = false;
  const started = io.start(program, words, {
    stdout: (text) => {
      stdout = `${stdout}${text}`.slice(-1000);
      const port = portServed(stdout);
      if (serves || port === undefined) return;
      serves = true;
      const address = pageAddress(proxy.host, port, { ...opened, namespace });
      if (output === 'json') io.stdout.write(`${jsonText({ address, command: line }, 0)}\n`);
      else
        io.stdout.write(`The playground shows your cluster, with your rights, until Ctrl-C ends it:\n\n  ${address}\n`);
    },
    stderr: (text) => {
      stderr = `${stderr}${text}`.slice(-10_000);
      io.stderr.write(visibleLine(text));
    },
  });
  const { ended, interrupted } = await untilEnded(io, started);
  if (interrupted) return exit.done;
  switch (ended.kind) {
    case 'missing':
      return missing(io, proxy.kubectl);
    case 'failed':
      io.stderr.write(`${visible(proxy.kubectl)} does not start: ${visible(ended.message)}\n`);
      return exit.failed;
    case 'ended':
      io.stderr.write(`kubectl was ended by ${ended.signal}.\n`);
      return exit.failed;
    case 'exited':
      if (/address already in use|Only one usage of each socket address/.test(stderr)) {
        io.stderr.write(
          `Port ${proxy.port} is taken: name another by --port, or let kubectl choose one by --port 0.\n`,
        );
      } else io.stderr.write(`kubectl ended with exit code ${ended.code}.\n`);
      return ended.code;
  }
};

/** Waits for a program to end, and asks it to at a signal. */
async function untilEnded(io: Io, started: Started): Promise<{ readonly ended: Ended; readonly interrupted: boolean }> {
  let interrupted = false;
  const stop = io.onSignal(() => {
    interrupted = true;
    started.end();
  });
  const ended = await started.ended;
  stop();
  return { ended, interrupted };
}

function missing(io: Io, kubectl: string): number {
  io.stderr.write(`There is no program ${visible(kubectl)}: install kubectl, or name it by --kubectl PROGRAM.\n`);
  return exit.failed;
}

type Context =
  | { readonly kind: 'context'; readonly namespace: string | undefined }
  /** There is no current context, or none of that name. */
  | { readonly kind: 'none'; readonly stderr: string; readonly code: number }
  | { readonly kind: 'missing' | 'interrupted' };

/** Asks kubectl for the context that it would use. */
async function contextOf(io: Io, [program = '', ...cluster]: readonly string[]): Promise<Context> {
  let stdout = '';
  let stderr = '';
  const output = '--output=jsonpath={.contexts[0].context.namespace}';
  const { ended, interrupted } = await untilEnded(
    io,
    io.start(program, [...cluster, 'config', 'view', '--minify', output], {
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
    }),
  );
  if (interrupted) return { kind: 'interrupted' };
  if (ended.kind === 'missing') return ended;
  if (ended.kind === 'exited' && ended.code === 0) return { kind: 'context', namespace: stdout.trim() || undefined };
  const code = ended.kind === 'exited' ? ended.code : exit.failed;
  return { kind: 'none', stderr: ended.kind === 'failed' ? `${ended.message}\n` : stderr, code };
}
