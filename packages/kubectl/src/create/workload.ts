import { mapAt, mapFromPlain, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { type Failure, fail } from '../failure.ts';
import type { Flag, Flags } from '../flags.ts';
import { collectTyped, select } from '../selection.ts';
import type { Session } from '../session.ts';
import { type Fields, type Generator, objectOf } from './generator.ts';

const imageFlag: Flag = { name: 'image', type: 'string', default: '' };

/** The words after the name: the command of a container, after `--` or not. */
function commandOf({ args }: Flags): readonly string[] | undefined {
  return args.length > 1 ? args.slice(1) : undefined;
}

/** `kubectl create deployment`. Upstream: k8s.io/kubectl pkg/cmd/create/create_deployment.go. */
export const deploymentGenerator: Generator = {
  name: 'deployment',
  flags: [
    { name: 'image', type: 'list', required: true },
    { name: 'port', type: 'int32', default: '-1' },
    { name: 'replicas', short: 'r', type: 'int32', default: '1' },
  ],
  failed: 'failed to create deployment:',
  generate(_session, flags, name) {
    const images = flags.list('image');
    const command = commandOf(flags);
    if (images.length > 1 && command !== undefined) {
      return fail('cannot specify multiple --image options and command');
    }
    const labels = { app: name };
    const port = flags.number('port');
    const containers = images.map((image, index) => ({
      name: containerName(image),
      image,
      command,
      ports: index === 0 && port >= 0 ? [{ containerPort: port }] : undefined,
    }));
    return objectOf('apps/v1', 'Deployment', name, {
      metadata: { labels },
      spec: {
        replicas: flags.number('replicas'),
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
  },
};

/**
 * Names a container after its image. Where kubectl adds five letters by chance, because the name had to be changed, these
 * are always the same.
 * Upstream: create_deployment.go buildPodSpec, sanitizeAndUniquify.
 */
function containerName(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1).replace(/[:@].*/s, '');
  return /[._]/.test(name) ? `${name.replace(/[._]/g, '-')}-xxxxx` : name;
}

/** `kubectl create job`. Upstream: create_job.go. */
export const jobGenerator: Generator = {
  name: 'job',
  flags: [{ name: 'from', type: 'string', default: '' }, imageFlag],
  failed: 'failed to create job:',
  generate(session, flags, name) {
    const [image, from] = [flags.text('image'), flags.text('from')];
    if ((image === '') === (from === '')) return fail('either --image or --from must be specified');
    if (from !== '' && commandOf(flags) !== undefined) return fail('cannot specify --from and command');
    if (from !== '') return jobFrom(session, flags, name);
    return objectOf('batch/v1', 'Job', name, { spec: jobSpec(flags, name, 'Never') });
  },
};

function jobSpec(flags: Flags, name: string, restartPolicy: string): Fields {
  const containers = [{ name, image: flags.text('image'), command: commandOf(flags) }];
  return { template: { spec: { containers, restartPolicy } } };
}

/** Upstream: create_job.go createJobFromCronJob. */
function jobFrom(session: Session, flags: Flags, name: string): ValueMap | Failure {
  const selected = select(session, flags, { args: [flags.text('from')], latest: true });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected);
  if (failed !== undefined) return failed;
  const [info, ...more] = infos;
  if (info === undefined || more.length > 0) return fail('from must be an existing cronjob');
  const { kind, group } = info.version.resource;
  if (kind !== 'CronJob' || group !== 'batch') return fail(`unknown object type *${info.version.version}.${kind}`);
  const template = mapAt(mapAt(info.object, 'spec'), 'jobTemplate');
  const metadata = mapAt(template, 'metadata');
  const annotations = new Map<string, Value>([
    ['cronjob.kubernetes.io/instantiate', 'manual'],
    ...(mapAt(metadata, 'annotations') ?? []),
  ]);
  const labels = mapAt(metadata, 'labels');
  const owner = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    name: info.name,
    uid: stringAt(mapAt(info.object, 'metadata'), 'uid'),
    controller: true,
  };
  const job = objectOf('batch/v1', 'Job', name);
  const own = new Map<string, Value>([
    ['name', name],
    ...(labels === undefined ? [] : [['labels', labels] as const]),
    ['annotations', annotations],
    ['ownerReferences', [mapFromPlain(owner)]],
  ]);
  return withEntry(withEntry(job, 'metadata', own), 'spec', mapAt(template, 'spec') ?? new Map());
}

/** `kubectl create cronjob`. Upstream: create_cronjob.go. */
export const cronJobGenerator: Generator = {
  name: 'cronjob',
  flags: [
    { ...imageFlag, required: true },
    { name: 'restart', type: 'string', default: '' },
    { name: 'schedule', type: 'string', default: '', required: true },
  ],
  failed: 'failed to create cronjob:',
  generate(_session, flags, name) {
    const restart = flags.text('restart');
    const spec = jobSpec(flags, name, restart === '' ? 'OnFailure' : restart);
    return objectOf('batch/v1', 'CronJob', name, {
      spec: { schedule: flags.text('schedule'), jobTemplate: { metadata: { name }, spec } },
    });
  },
};
