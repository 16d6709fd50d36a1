import { rehearsalStart, type SentRequest } from '@managed-fields/forecast';
import { shellWord, terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { StartedServer } from '@managed-fields/node-server';
import { loadOnNeed } from '@managed-fields/player';
import { readLive, untrackedSentence } from '../forecast/forecast.ts';
import { readFiles } from '../forecast/read-files.ts';
import { type Ended, exit, type Io, type Run, untilEnded } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { nameOf } from '../objects.ts';
import { refuse } from '../options.ts';
import { type RehearseOptions, rehearseOptions } from './options.ts';
import { report } from './report.ts';

/** Requests that are kept for the report at most, and the characters of their bodies. */
const mostRequests = 20_000;
const mostText = 200_000_000;

/**
 * `managed-fields rehearse`: serves the engine with the objects of a dump, runs a command against it, and says what the
 * command did, by the requests that it really sent.
 */
export const run: Run = async (args, io) => {
  const read = rehearseOptions(args, io);
  if (read.kind === 'usage') return refuse(io, read.message, 'rehearse');
  const { options } = read;
  const files = await readFiles(options.live, io);
  if (files.kind === 'failure') return refuse(io, files.message, 'rehearse');
  const live = readLive(files.files, () => true);
  for (const sentence of live.unread) io.stderr.write(`Not read: ${terminalLine(sentence)}\n`);
  if (options.live.length > 0 && live.count === 0)
    return refuse(io, 'there is no object in what --live names', 'rehearse');
  if (options.live.length > 0 && live.tracked === 0) return refuse(io, untrackedSentence, 'rehearse');

  const catalog = await loadKubernetesTypes(options.kubernetes);
  const start = await loadOnNeed(() => rehearsalStart(live.objects, catalog, options.kubernetes));
  for (const { object, message } of start.refused) {
    io.stderr.write(`Left out: ${terminalLine(`${nameOf(object)}: ${message}`)}\n`);
  }
  const requests: SentRequest[] = [];
  let [text, missed] = [0, 0];
  const observe = (sent: SentRequest) => {
    text += sent.request.bodyText?.length ?? 0;
    if (requests.length >= mostRequests || text > mostText) missed++;
    else requests.push(sent);
  };
  const { kubernetes, port, ready } = options;
  let server: StartedServer;
  try {
    server = await io.serveApi({ kubernetes, cluster: start.cluster, port, ready, observe });
  } catch (error) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
    const said =
      code === 'EADDRINUSE'
        ? `Port ${port} is taken: name another by --port, or leave it out for a free one.`
        : message;
    io.stderr.write(`${terminalLine(said)}\n`);
    return exit.failed;
  }
  const before = server.cluster();
  const folder = io.privateFolder();
  try {
    const kubeconfig = `${folder.path}/kubeconfig`;
    io.writePrivate(kubeconfig, server.kubeconfig);
    const { command } = options;
    let error: string | undefined;
    if (command === undefined) await untilStopped(io, server, kubeconfig, options);
    else {
      const { ended, interrupted } = await runCommand(io, command, kubeconfig);
      if (ended.kind === 'missing') {
        io.stderr.write(`There is no program ${terminalLine(command[0])}.\n`);
        return exit.failed;
      }
      error = interrupted ? 'it was interrupted' : errorOf(ended);
    }
    if (command === undefined && requests.length === 0) return exit.done;
    if (missed > 0) io.stderr.write(`${missed} more requests were answered and are not in the report.\n`);
    const sent = { before, after: server.cluster(), requests, ready };
    // Who ends the server by hand is no pipeline: what clients met fails only where that was asked for.
    const failOn = command === undefined ? (options.failOn ?? new Set<never>()) : options.failOn;
    return await report({ sent, command: command ?? served, error, catalog }, { ...options, failOn }, io);
  } finally {
    await server.close();
    folder.remove();
  }
};

/**
 * Variables by which tools find a cluster beside KUBECONFIG. Those that name another way in are taken away, so that no
 * request of the command leaves the rehearsal.
 */
const otherWays = [
  ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_MASTER', 'POD_NAMESPACE'],
  ...[
    'HELM_KUBECONTEXT',
    'HELM_KUBEAPISERVER',
    'HELM_KUBETOKEN',
    'HELM_KUBECAFILE',
    'HELM_KUBEASUSER',
    'HELM_KUBEASGROUPS',
  ],
  ...['HELM_KUBEINSECURE_SKIP_TLS_VERIFY', 'HELM_KUBETLS_SERVER_NAME', 'KUBE_HOST', 'KUBE_TOKEN', 'KUBE_USER'],
  ...['KUBE_PASSWORD', 'KUBE_CLIENT_CERT_DATA', 'KUBE_CLIENT_KEY_DATA', 'KUBE_CLUSTER_CA_CERT_DATA', 'KUBE_CTX'],
  ...[
    'KUBE_CTX_CLUSTER',
    'KUBE_CTX_AUTH_INFO',
    'KUBE_CONFIG_PATHS',
    'K8S_AUTH_HOST',
    'K8S_AUTH_API_KEY',
    'K8S_AUTH_CONTEXT',
  ],
];

async function runCommand(io: Io, [program, ...words]: readonly [string, ...string[]], kubeconfig: string) {
  const skipped = ['127.0.0.1', 'localhost', io.env['NO_PROXY'] ?? io.env['no_proxy'] ?? ''].filter(Boolean).join(',');
  const env = {
    ...Object.fromEntries(otherWays.map((name) => [name, undefined])),
    ...{ KUBECONFIG: kubeconfig, KUBE_CONFIG_PATH: kubeconfig, K8S_AUTH_KUBECONFIG: kubeconfig },
    ...{ NO_PROXY: skipped, no_proxy: skipped },
  };
  return untilEnded(io, io.startShown(program, words, env));
}

/** How the command failed; undefined where it did not. */
function errorOf(ended: Ended): string | undefined {
  switch (ended.kind) {
    case 'exited':
      return ended.code === 0 ? undefined : `exit code ${ended.code}`;
    case 'ended':
      return `ended by ${ended.signal}`;
    case 'failed':
      return ended.message;
    case 'missing':
      return 'there is no such program';
  }
}

/** What stands for a command where clients were served that nobody here started. */
const served = ['clients'] as const;

/** Says where the server is, and waits until somebody ends it. */
async function untilStopped(
  io: Io,
  server: StartedServer,
  kubeconfig: string,
  { output }: RehearseOptions,
): Promise<void> {
  const line = `export KUBECONFIG=${shellWord(kubeconfig)}`;
  if (output === 'json') io.stdout.write(outputJson('RehearsalServer', { url: server.url, kubeconfig }, 0));
  else {
    io.stdout.write(`An API server with these objects answers at ${server.url} until Ctrl-C ends it:\n\n  ${line}\n\n`);
    io.stdout.write('Controllers do not run. The file has a token in it, for this start alone, and goes with it.\n');
  }
  await new Promise<void>((done) => {
    const stop = io.onSignal(() => {
      stop();
      done();
    });
  });
}
