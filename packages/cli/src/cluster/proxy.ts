import { terminalText } from '@managed-fields/foreign-text';
import { type Ended, exit, type Io, untilEnded, type Waited } from '../io.ts';
import { type Kubectl, noProgram, runKubectl } from '../kubectl.ts';
import type { Behind } from './front/settings.ts';

/**
 * Where kubectl is to serve the API: at a Unix socket in a folder of its own, or, where Node knows no such sockets (on
 * Windows), at a port that answers to a secret host only.
 */
export type Place =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly host: string };

/** The words of the command line that serves the API, the program first. */
export function proxyLine({ program, cluster }: Kubectl, place: Place): readonly string[] {
  const at =
    place.kind === 'socket'
      ? [`--unix-socket=${place.path}`]
      : ['--address=127.0.0.1', '--port=0', `--accept-hosts=^${place.host}$`];
  return [program, ...cluster, 'proxy', ...at];
}

/**
 * Where the API is, in what kubectl prints when it serves; undefined in anything else.
 * Upstream: k8s.io/kubectl pkg/cmd/proxy/proxy.go RunProxy.
 */
export function servedAt(printed: string, place: Place): Behind | undefined {
  const address = /^Starting to serve on (.+)\n/m.exec(printed)?.[1];
  if (address === undefined) return undefined;
  if (place.kind === 'socket') return place;
  const port = /:(\d+)$/.exec(address)?.[1];
  return port === undefined ? undefined : { ...place, port: Number(port) };
}

/** The namespace of the context that kubectl uses, or why it knows no cluster: a sentence, what it said, and the code to end with. */
export type Reachable =
  | { readonly namespace: string | undefined }
  | { readonly failure: string; readonly code: number; readonly said: string };

/** Finds out whether kubectl knows a cluster: without a context it serves localhost:8080, unless it runs in a Pod. */
export async function reachable(io: Io, kubectl: Kubectl): Promise<Reachable> {
  const output = '--output=jsonpath={.contexts[0].context.namespace}';
  const { ended, interrupted, stdout, stderr } = await runKubectl(io, kubectl, ['config', 'view', '--minify', output]);
  if (interrupted) return { failure: 'interrupted', code: exit.done, said: '' };
  if (ended.kind === 'missing') return { failure: noProgram(kubectl.program), code: exit.failed, said: '' };
  if (ended.kind === 'exited' && ended.code === 0) return { namespace: stdout.trim() || undefined };
  const isInside = io.env['KUBERNETES_SERVICE_HOST'] !== undefined && kubectl.cluster.length === 0;
  if (isInside) return { namespace: undefined };
  return {
    failure: 'kubectl knows no such cluster: name its configuration by --kubeconfig and its context by --context',
    code: ended.kind === 'exited' ? ended.code : exit.failed,
    said: ended.kind === 'failed' ? `${ended.message}\n` : stderr,
  };
}

/** A `kubectl proxy` that serves the API of a cluster where no browser reaches it. */
export interface Proxy {
  /** The words of its command line, without what is secret. */
  readonly words: readonly string[];
  /** Where the API is; undefined where it ended before it served. */
  readonly serving: Promise<Behind | undefined>;
  /** How it ended; what it needed of this machine is gone then. */
  readonly waited: Promise<Waited>;
  /** Asks it to end. */
  end(): void;
}

/** Starts it, with the rights of whom kubectl signs in. What it writes to stderr is shown. */
export function startProxy(io: Io, kubectl: Kubectl): Proxy {
  const folder = io.privateFolder();
  const place: Place =
    io.platform === 'win32'
      ? { kind: 'port', host: `mf-${io.random(16)}` }
      : { kind: 'socket', path: `${folder.path}/api.sock` };
  const [program = '', ...args] = proxyLine(kubectl, place);
  let stdout = '';
  let serve = (_: Behind | undefined) => {};
  const serving = new Promise<Behind | undefined>((done) => {
    serve = done;
  });
  const stdoutOf = (text: string) => {
    stdout = `${stdout}${text}`.slice(-1000);
    const at = servedAt(stdout, place);
    if (at !== undefined) serve(at);
  };
  const stderrOf = (text: string) => io.stderr.write(terminalText(text));
  const started = io.startBound(program, args, { stdout: stdoutOf, stderr: stderrOf }, folder.path);
  const waited = untilEnded(io, started).finally(() => {
    folder.remove();
    serve(undefined);
  });
  const words = [program, ...args].map((word) => (place.kind === 'port' ? word.replace(place.host, 'SECRET') : word));
  return { words, serving, waited, end: () => started.end() };
}

/** Says how a proxy ended that nobody had asked to end. */
export function endOf(ended: Ended, { program }: Kubectl): string {
  switch (ended.kind) {
    case 'missing':
      return noProgram(program);
    case 'failed':
      return `${program} does not start: ${ended.message}`;
    case 'ended':
      return `kubectl was ended by ${ended.signal}`;
    case 'exited':
      return `kubectl ended with exit code ${ended.code}`;
  }
}
