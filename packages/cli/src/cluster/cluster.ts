import { shellWord, terminalLine, terminalText } from '@managed-fields/foreign-text';
import { exit, type Io, type Run } from '../io.ts';
import { outputJson } from '../json/output.ts';
import { refuse } from '../options.ts';
import type { Behind, Served } from './front/settings.ts';
import { type Chosen, clusterOptions, printedAddress } from './options.ts';
import { endOf, reachable, startProxy } from './proxy.ts';

/**
 * `managed-fields cluster`: serves the playground beside the API of a cluster, until it is interrupted. `kubectl proxy`
 * signs in at the cluster, out of the reach of browsers; the front before it takes what the page asks, and nothing else.
 */
export const run: Run = async (args, io) => {
  const options = clusterOptions(args, io);
  if (options.kind === 'usage') return refuse(io, options.message, 'cluster');
  const { kubectl, opened } = options;
  const found = await reachable(io, kubectl);
  if ('failure' in found) {
    if (found.code !== exit.done) io.stderr.write(`${terminalText(found.said)}${terminalLine(found.failure)}\n`);
    return found.code;
  }
  return serve(io, { ...options, opened: { ...opened, namespace: opened.namespace ?? found.namespace } });
};

/** Serves the page, then the API behind it, and prints the address when both are there. */
async function serve(io: Io, { kubectl, opened, output, ...settings }: Chosen): Promise<number> {
  const token = io.random(32);
  let behind: Behind | undefined;
  const front = await io.serveFront({ ...settings, token, behind: () => behind });
  if (front.kind !== 'serving') return notServed(io, front, settings.port);
  try {
    const { words, serving, waited } = startProxy(io, kubectl);
    if (output === 'text') io.stdout.write(runningText(words));
    behind = await serving;
    if (behind !== undefined) {
      const address = printedAddress(front.port, token, opened);
      const json = () => outputJson('ClusterAddress', { address, command: words }, 0);
      io.stdout.write(output === 'json' ? json() : addressText(address));
    }
    const { ended, interrupted } = await waited;
    if (interrupted) return exit.done;
    io.stderr.write(`${terminalLine(endOf(ended, kubectl))}\n`);
    return ended.kind === 'exited' ? ended.code : exit.failed;
  } finally {
    await front.close();
  }
}

function runningText(words: readonly string[]): string {
  const line = terminalLine(words.map(shellWord).join(' '));
  return `Running this, which signs in at the cluster and which no browser reaches:\n\n  ${line}\n\n`;
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
