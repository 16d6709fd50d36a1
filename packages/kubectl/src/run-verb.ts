import { atoi, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { createGenerated, objectOf, typed } from './create/generator.ts';
import { asInt32 } from './create/simple.ts';
import { variableProblems } from './create/sources.ts';
import { type Failure, fail, isFailure } from './failure.ts';
import { durationOf, type Flags } from './flags.ts';
import { dryRunOf, usageFailure } from './options.ts';
import { overridden } from './overrides.ts';
import { parsePairs } from './pairs.ts';
import { partsOf } from './parts-of.ts';
import { type DryRun, printerOf } from './print.ts';
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
  const [named, sum, ...more] = partsOf(text, '@');
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
  const anew = hasChange('runWithoutGenerators', session.host.release);
  const [name = ''] = flags.args;
  // Since v1.37 what flags say is read first.
  const misread = anew ? (misreadFlag(flags) ?? wrongPolicy(flags, anew) ?? wrongTimeout(flags, fail)) : undefined;
  if (misread !== undefined) return misread;
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const problem = contradiction(flags, anew);
  if (problem !== undefined) return problem;
  // Since v1.37 a pod needs no name before the server looks at it.
  if (name === '' && !anew) return fail('Parameter: name is required');
  const pod = podOf(flags, name);
  if (isFailure(pod)) return pod;
  const changed = overridden(session, flags, typed(session, pod, false).object);
  if (isFailure(changed)) return changed;
  const created = createGenerated(session, flags, dryRun.value, changed);
  if (isFailure(created)) return created;
  const service = flags.truth('expose') ? expose(session, flags, name, dryRun.value) : undefined;
  if (service === undefined) return printer.print(created, 'created');
  if (isFailure(service)) return printer.print(created, 'created') ?? service;
  if (anew) return printer.print(created, 'created') ?? printer.print(service, 'created');
  const unprinted = printer.print(service, 'created');
  if (unprinted !== undefined) return unprinted;
  // The printer separates the pod once more.
  if (flags.text('output') === 'yaml') session.out('---\n');
  return printer.print(created, 'created');
}

type Refuse = (message: string) => Failure;

const usage: Refuse = (message) => usageFailure('kubectl run', message);

function contradiction(flags: Flags, anew: boolean): Failure | undefined {
  const refuse = anew ? fail : usage;
  const [image, port] = [flags.text('image'), flags.text('port')];
  if (flags.args.length === 0) return refuse('NAME is required for run');
  const early = anew ? undefined : wrongTimeout(flags, usage);
  if (early !== undefined) return early;
  if (image === '') return fail('--image is required');
  if (!isImageReference(image)) {
    return fail(`${anew ? 'invalid' : 'Invalid'} image name ${JSON.stringify(image)}: invalid reference format`);
  }
  if (flags.truth('expose') && port === '') return refuse('--port must be set when exposing a service');
  if (!anew) return wrongPolicy(flags, anew);
  return port !== '' && atoi(port).kind === 'error' ? fail('--port must be a number') : undefined;
}

/** Upstream: pkg/cmd/util/helpers.go GetPodRunningTimeoutFlag. */
function wrongTimeout(flags: Flags, refuse: Refuse): Failure | undefined {
  if (durationOf(flags.text('pod-running-timeout')) > 0) return undefined;
  return refuse('--pod-running-timeout must be higher than zero');
}

function misreadFlag(flags: Flags): Failure | undefined {
  const annotations = parsePairs(flags.list('annotations'), 'annotations', false);
  if (annotations.kind === 'failure') return annotations;
  const labels = flags.text('labels') === '' ? undefined : labelSpecOf(flags.text('labels'));
  if (labels !== undefined && 'kind' in labels) return labels;
  const env = variablesOf(flags);
  return isFailure(env) ? env : undefined;
}

function wrongPolicy(flags: Flags, anew: boolean): Failure | undefined {
  const policies = [
    ['restart', 'restart', ['Always', 'OnFailure', 'Never']],
    ['image pull', 'image-pull-policy', ['Always', 'IfNotPresent', 'Never']],
  ] as const;
  for (const [name, flag, known] of policies) {
    const policy = flags.text(flag);
    if (policy === '' || known.some((each) => each === policy)) continue;
    const wrong = `invalid ${name} policy: ${policy}`;
    return anew ? fail(`${wrong}, valid values are: ${known.join(', ')}`) : usage(wrong);
  }
  return undefined;
}

function variablesOf(flags: Flags): readonly object[] | Failure {
  const env: object[] = [];
  for (const variable of flags.list('env')) {
    const at = variable.indexOf('=');
    const key = variable.slice(0, at);
    if (at <= 0 || variableProblems(key).length > 0) return fail(`invalid env: ${variable}`);
    const value = variable.slice(at + 1);
    env.push({ name: key, ...(value === '' ? {} : { value }) });
  }
  return env;
}

/** Upstream: pkg/generate/versioned/run.go BasicPod. */
function podOf(flags: Flags, name: string): ValueMap | Failure {
  const env = variablesOf(flags);
  if (isFailure(env)) return env;
  const annotations = parsePairs(flags.list('annotations'), 'annotations', false);
  if (annotations.kind === 'failure') return annotations;
  const labels = flags.text('labels') === '' ? { labels: { run: name } } : labelSpecOf(flags.text('labels'));
  if ('kind' in labels) return labels;
  const [written, pull, restart] = [flags.text('port'), flags.text('image-pull-policy'), flags.text('restart')];
  const port = atoi(written === '' ? '0' : written);
  if (port.kind === 'error') return fail(port.message);
  const words = flags.args.length > 1 ? flags.args.slice(1) : undefined;
  const container = {
    name,
    image: flags.text('image'),
    [flags.truth('command') ? 'command' : 'args']: words,
    ports: written === '' ? undefined : [{ containerPort: asInt32(port.value) }],
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

/** Creates the Service of `--expose`. Upstream: run.go generateService. */
function expose(session: Session, flags: Flags, name: string, dryRun: DryRun): ValueMap | Failure {
  const labels = flags.text('labels');
  const port = atoi(flags.text('port'));
  const service = serviceOf({
    name,
    labels,
    selector: labels === '' ? `run=${name}` : labels,
    ports: port.kind === 'error' ? flags.text('port') : String(asInt32(port.value)),
    targetPort: '',
    protocol: '',
    protocols: new Map(),
    spec: {},
  });
  return isFailure(service) ? service : createGenerated(session, flags, dryRun, typed(session, service, false).object);
}
