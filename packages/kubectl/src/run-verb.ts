import type { ValueMap } from '@managed-fields/merge-engine';
import { createGenerated, objectOf, typed } from './create/generator.ts';
import { variableProblems } from './create/sources.ts';
import { type Failure, fail, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { dryRunOf, usageFailure } from './options.ts';
import { overridden } from './overrides.ts';
import { parsePairs } from './pairs.ts';
import { type DryRun, printerOf } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { serviceOf } from './service-of.ts';
import type { Session } from './session.ts';
import { labelSpecOf } from './written-lists.ts';

const part = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const host = /^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9a-fA-F:]+\])(?::[0-9]+)?$/;
const tag = /^\w[\w.-]{0,127}$/;
const digest = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/**
 * Whether a text names an image: `nginx`, `registry.example.com:5000/team/web:1@sha256:…`. Upstream:
 * github.com/distribution/reference regexp.go ReferenceRegexp.
 */
export function isImageReference(text: string): boolean {
  const [named = '', sum, ...more] = text.split('@');
  if (more.length > 0 || (sum !== undefined && !digest.test(sum))) return false;
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  if (colon >= 0 && !tag.test(named.slice(colon + 1))) return false;
  const parts = (colon < 0 ? named : named.slice(0, colon)).split('/');
  const [first = '', ...rest] = parts;
  if (rest.length > 0 && isHost(first)) return rest.every((each) => part.test(each));
  return parts.every((each) => part.test(each));
}

/** Whether a text names a host, and no name in it begins or ends with a dash. */
function isHost(text: string): boolean {
  return host.test(text) && !/(?:^|\.)-|-(?:$|[.:])/.test(text);
}

/** `kubectl run`. Upstream: k8s.io/kubectl pkg/cmd/run/run.go. */
export function runRun(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const problem = contradiction(flags);
  if (problem !== undefined) return problem;
  const [name = ''] = flags.args;
  const pod = podOf(flags, name);
  if (isFailure(pod)) return pod;
  const changed = overridden(session, flags, typed(session, pod, false).object);
  if (isFailure(changed)) return changed;
  const created = createGenerated(session, flags, dryRun.value, changed);
  if (isFailure(created)) return created;
  const failed = flags.truth('expose') ? expose(session, flags, name, dryRun.value, printer) : undefined;
  return printer.print(created, 'created') ?? failed;
}

function contradiction(flags: Flags): Failure | undefined {
  const usage = (message: string) => usageFailure('kubectl run', message);
  const image = flags.text('image');
  if (flags.args.length === 0) return usage('NAME is required for run');
  if (image === '') return fail('--image is required');
  if (!isImageReference(image)) return fail(`Invalid image name ${JSON.stringify(image)}: invalid reference format`);
  if (flags.truth('expose') && flags.text('port') === '') return usage('--port must be set when exposing a service');
  const [restart, pull] = [flags.text('restart'), flags.text('image-pull-policy')];
  if (!['', 'Always', 'OnFailure', 'Never'].includes(restart)) return usage(`invalid restart policy: ${restart}`);
  if (['', 'Always', 'IfNotPresent', 'Never'].includes(pull)) return undefined;
  return usage(`invalid image pull policy: ${pull}`);
}

/** Upstream: pkg/generate/versioned/run.go BasicPod. */
function podOf(flags: Flags, name: string): ValueMap | Failure {
  const env: object[] = [];
  for (const variable of flags.list('env')) {
    const at = variable.indexOf('=');
    const key = variable.slice(0, at);
    if (at <= 0 || variableProblems(key).length > 0) return fail(`invalid env: ${variable}`);
    const value = variable.slice(at + 1);
    env.push({ name: key, ...(value === '' ? {} : { value }) });
  }
  const annotations = parsePairs(flags.list('annotations'), 'annotations', false);
  if (annotations.kind === 'failure') return annotations;
  const labels = flags.text('labels') === '' ? { labels: { run: name } } : labelSpecOf(flags.text('labels'));
  if ('kind' in labels) return labels;
  const [port, pull, restart] = [flags.text('port'), flags.text('image-pull-policy'), flags.text('restart')];
  if (port !== '' && !/^[+-]?\d+$/.test(port)) {
    return fail(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`);
  }
  const words = flags.args.length > 1 ? flags.args.slice(1) : undefined;
  const container = {
    name,
    image: flags.text('image'),
    [flags.truth('command') ? 'command' : 'args']: words,
    ports: port === '' ? undefined : [{ containerPort: Number(port) }],
    env: env.length === 0 ? undefined : env,
    imagePullPolicy: pull === '' ? undefined : pull,
    securityContext: flags.truth('privileged') ? { privileged: true } : undefined,
  };
  return objectOf('v1', 'Pod', name, {
    metadata: {
      labels: labels.labels,
      annotations: annotations.set.size === 0 ? undefined : Object.fromEntries(annotations.set),
    },
    spec: { containers: [container], restartPolicy: restart === '' ? 'Always' : restart, dnsPolicy: 'ClusterFirst' },
  });
}

/** Creates the Service of `--expose`, and prints it. Upstream: run.go generateService. */
function expose(session: Session, flags: Flags, name: string, dryRun: DryRun, printer: Printer): Failure | undefined {
  const labels = flags.text('labels');
  const service = serviceOf({
    name,
    labels,
    selector: labels === '' ? `run=${name}` : labels,
    ports: flags.text('port'),
    targetPort: '',
    protocol: '',
    protocols: new Map(),
    spec: {},
  });
  if (isFailure(service)) return service;
  const created = createGenerated(session, flags, dryRun, typed(session, service, false).object);
  if (isFailure(created)) return created;
  const unprinted = printer.print(created, 'created');
  if (unprinted !== undefined) return unprinted;
  // The printer separates the pod once more.
  if (flags.text('output') === 'yaml') session.out('---\n');
  return undefined;
}
