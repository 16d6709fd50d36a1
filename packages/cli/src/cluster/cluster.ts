import { jsonText, shellWord, terminalLine, terminalText } from '@managed-fields/foreign-text';
import { type Ended, exit, type Io, type Run } from '../io.ts';
import { refuse } from '../options.ts';
import { contextOf } from './context.ts';
import { clusterOptions } from './options.ts';
import { pageAddress, portServed, proxyLine } from './proxy-line.ts';
import { untilEnded } from './until-ended.ts';

/**
 * `managed-fields cluster`: serves the playground beside the API of a cluster by `kubectl proxy`, until it is
 * interrupted.
 */
export const run: Run = async (args, io) => {
  const options = clusterOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'cluster');
  const { proxy, opened, output } = options;
  const context = await contextOf(io, [proxy.kubectl, ...proxy.cluster]);
  if (context.kind === 'interrupted') return exit.done;
  if (context.kind === 'missing') return missing(io, proxy.kubectl);
  // Without a context kubectl proxies to localhost:8080, unless it runs in a Pod.
  const isInside = io.env['KUBERNETES_SERVICE_HOST'] !== undefined && proxy.cluster.length === 0;
  if (context.kind === 'none' && !isInside) {
    const advice = 'name its configuration by --kubeconfig and its context by --context.';
    io.stderr.write(`${terminalText(context.stderr)}kubectl knows no such cluster: ${advice}\n`);
    return context.code;
  }
  const line = proxyLine(proxy);
  if (output === 'text') {
    const typed = terminalLine(line.map(shellWord).join(' '));
    io.stdout.write(`Running this, which you can also type yourself:\n\n  ${typed}\n\n`);
  }
  const namespace = opened.namespace ?? (context.kind === 'context' ? context.namespace : undefined);
  const { ended, interrupted, stderr } = await serve(io, line, (port) => {
    const address = pageAddress(proxy.host, port, { ...opened, namespace });
    if (output === 'json') return `${jsonText({ address, command: line }, 0)}\n`;
    return `The playground shows your cluster, with your rights, until Ctrl-C ends it:\n\n  ${address}\n`;
  });
  if (interrupted) return exit.done;
  const isTaken = /address already in use|Only one usage of each socket address/.test(stderr);
  if (ended.kind !== 'exited' || !isTaken) return sayEnd(io, ended, proxy.kubectl);
  io.stderr.write(`Port ${proxy.port} is taken: name another by --port, or let kubectl choose one by --port 0.\n`);
  return ended.code;
};

/** Runs the proxy until it ends; prints what `said` returns when it serves, and what it writes to stderr itself. */
async function serve(io: Io, [program = '', ...words]: readonly string[], said: (port: number) => string) {
  let stdout = '';
  let stderr = '';
  let serves = false;
  const started = io.start(program, words, {
    stdout: (text) => {
      stdout = `${stdout}${text}`.slice(-1000);
      const port = portServed(stdout);
      if (serves || port === undefined) return;
      serves = true;
      io.stdout.write(said(port));
    },
    stderr: (text) => {
      stderr = `${stderr}${text}`.slice(-10_000);
      io.stderr.write(terminalText(text));
    },
  });
  return { ...(await untilEnded(io, started)), stderr };
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
