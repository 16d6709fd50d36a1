import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import type { ForecastFormat } from '../forecast/options.ts';
import { expectationProblem, type FailOn, readFailOn } from '../forecast/verdict.ts';
import { hasColour, type Io } from '../io.ts';
import { oneOf, playedVersion, readOptions } from '../options.ts';
import { pageAddress } from '../page-address.ts';

/** What the arguments of `rehearse` come to. */
export interface RehearseOptions {
  /** The files of the dump; none is a cluster without objects. */
  readonly live: readonly string[];
  /** The command that is run; undefined where the server only serves. */
  readonly command: readonly [program: string, ...words: string[]] | undefined;
  readonly ready: boolean;
  /** 0: a free one. */
  readonly port: number;
  readonly failOn: ReadonlySet<FailOn> | undefined;
  readonly expect: readonly string[];
  readonly objects: boolean;
  readonly output: ForecastFormat;
  readonly page: string | undefined;
  readonly colour: boolean;
  readonly kubernetes: PlayedVersion;
}

/**
 * Options by which kubectl, Helm and others choose a cluster, or sign in at one. With them a command would leave the
 * rehearsal and write to a real cluster.
 */
const leading = [
  ...['--kubeconfig', '--context', '--kube-context', '--cluster', '--user', '--server', '-s', '--token', '--as'],
  ...['--kube-apiserver', '--kube-token', '--kube-ca-file', '--kube-as-user', '--kube-tls-server-name'],
];
const programs = /(?:^|[\\/])(?:kubectl|oc|helm|helmfile|flux|argocd|kapp|kubecfg|k)(?:\.exe)?$/;

/** Reads the arguments of `rehearse`, or says why they cannot be used. */
export function rehearseOptions(
  args: readonly string[],
  io: Io,
):
  | { readonly kind: 'usage'; readonly message: string }
  | { readonly kind: 'options'; readonly options: RehearseOptions } {
  const usage = (message: string) => ({ kind: 'usage', message }) as const;
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const [program, ...rest] = end < 0 ? [] : args.slice(end + 1);
  const read = readOptions(own, {
    live: { type: 'string', multiple: true },
    serve: { type: 'boolean' },
    ready: { type: 'boolean' },
    port: { type: 'string' },
    'fail-on': { type: 'string', multiple: true },
    expect: { type: 'string', multiple: true },
    objects: { type: 'boolean' },
    output: { type: 'string', short: 'o' },
    link: { type: 'string' },
    color: { type: 'string' },
    kubernetes: { type: 'string' },
  });
  if (read.kind === 'usage') return read;
  const { values, words } = read;
  const output = oneOf('--output', values.output, ['text', 'markdown', 'json', 'sarif']);
  if (output.kind === 'usage') return output;
  const color = oneOf('--color', values.color, ['auto', 'always', 'never']);
  if (color.kind === 'usage') return color;
  const kubernetes = playedVersion(values.kubernetes);
  if (kubernetes.kind === 'usage') return kubernetes;
  const page = values.link === undefined ? undefined : pageAddress(values.link);
  if (page?.kind === 'usage') return page;
  if (words.length > 0) return usage(`${words[0]} is no option: the command stands behind --`);
  const isServing = values.serve === true;
  if (isServing && program !== undefined) return usage('--serve runs no command: leave out what stands behind --');
  if (!isServing && program === undefined)
    return usage('a command is missing behind --, such as -- helm upgrade web ./chart');
  const live = values.live ?? [];
  if (live.length === 0 && !isServing) return usage('--live FILE is missing: a dump of the cluster');
  if (live.filter((file) => file === '-').length > 1) return usage('the standard input is read only once');
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return usage(`--port ${values.port} is no port`);
  if (program !== undefined && programs.test(program)) {
    const away = rest.find((word) => leading.some((option) => word === option || word.startsWith(`${option}=`)));
    if (away !== undefined)
      return usage(`the command chooses a cluster by ${away}: leave it out, or it leaves the rehearsal`);
  }
  const failOn = readFailOn(values['fail-on'] ?? [], true);
  if (failOn.kind === 'usage') return failOn;
  const unreadable = expectationProblem(values.expect ?? []);
  if (unreadable !== undefined) return usage(unreadable);
  return {
    kind: 'options',
    options: {
      live,
      command: program === undefined ? undefined : [program, ...rest],
      ready: values.ready === true,
      port,
      failOn: failOn.value,
      expect: values.expect ?? [],
      objects: values.objects === true,
      output: output.value,
      page: page?.address,
      colour: color.value === 'auto' ? hasColour(io) : color.value === 'always',
      kubernetes: kubernetes.value,
    },
  };
}
