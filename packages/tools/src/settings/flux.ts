import type { WayOut } from '@managed-fields/api-server';
import { shellWord } from '@managed-fields/foreign-text';
import { jsonPointer } from './field-names.ts';
import { givesUp, named, owners, selector, shares, snippet, yaml } from './snippets.ts';
import type { Snippet, ToolConflict, ToolFact, ToolSource } from './tool.ts';

const controller = { project: 'fluxcd/kustomize-controller', version: 'v1.9.4' };
const reconcile: ToolSource = { ...controller, file: 'internal/controller/kustomization_controller.go' };
const apply: ToolSource = { project: 'fluxcd/pkg', version: 'ssa/v0.76.1', file: 'ssa/manager_apply.go' };

/** What a Kustomization of Flux has. */
export const fluxKustomize: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'kustomize.toolkit.fluxcd.io/ssa: Override',
    place: 'annotation',
    behaviour: 'always-forces',
    same: 'overwrite',
    source: apply,
    write: () => annotation('ssa', 'Override'),
  },
  {
    way: 'overwrite',
    setting: 'kustomize.toolkit.fluxcd.io/force: enabled',
    place: 'annotation',
    behaviour: 'recreates-immutable',
    since: 'v0.33.0',
    source: apply,
    write: () => annotation('force', 'enabled'),
  },
  givesUp('manifest', apply),
  {
    way: 'give-up',
    setting: 'spec.ignore',
    place: 'kustomization',
    behaviour: 'drops-or-sends-live',
    same: keptBy,
    since: 'v1.9.0',
    source: apply,
    write: (conflict) =>
      ignored(conflict, (ignore) => ({
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        spec: { ignore: [ignore] },
      })),
  },
  {
    way: 'give-up',
    setting: 'kustomize.toolkit.fluxcd.io/ssa: IfNotPresent',
    place: 'annotation',
    behaviour: 'skips-existing',
    since: 'v1.1.0',
    source: reconcile,
    write: () => annotation('ssa', 'IfNotPresent'),
  },
  shares('manifest', apply),
  {
    way: 'migrate',
    setting: 'kustomize.toolkit.fluxcd.io/ssa: Merge',
    place: 'annotation',
    behaviour: 'moves-known',
    since: 'v0.22.0',
    source: reconcile,
    write: () => annotation('ssa', 'Merge'),
  },
  {
    way: 'migrate',
    setting: '--override-manager',
    place: 'controller',
    behaviour: 'moves-all',
    since: 'v1.2.0',
    source: reconcile,
    write: (conflict) =>
      snippet(
        'shell',
        owners(conflict)
          .map((manager) => shellWord(`--override-manager=${manager}`))
          .join('\n'),
        conflict.fields.filter(({ owner }) => owner.subresource !== ''),
      ),
  },
];

const helm = { project: 'fluxcd/helm-controller', version: 'v1.6.3' };
const upgrade: ToolSource = { ...helm, file: 'internal/action/upgrade.go' };

/** What a HelmRelease of Flux has. */
export const fluxHelm: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'spec.upgrade.serverSideApply: enabled',
    place: 'helm-release',
    behaviour: 'always-forces',
    same: 'overwrite',
    since: 'v1.5.0',
    source: upgrade,
    write: () => release({ upgrade: { serverSideApply: 'enabled' } }),
  },
  {
    way: 'overwrite',
    setting: 'spec.upgrade.force: true',
    place: 'helm-release',
    behaviour: 'puts-object',
    source: upgrade,
    write: () => release({ upgrade: { serverSideApply: 'disabled', force: true } }),
  },
  givesUp('chart', upgrade, 'if-server-side'),
  {
    way: 'give-up',
    setting: 'spec.driftDetection.ignore',
    place: 'helm-release',
    behaviour: 'drift-only',
    source: { ...helm, file: 'docs/spec/v2/helmreleases.md' },
    write: (conflict) =>
      ignored(conflict, (ignore) => releaseOf({ driftDetection: { mode: 'enabled', ignore: [ignore] } })),
  },
  {
    way: 'migrate',
    setting: 'spec.upgrade.serverSideApply: enabled',
    place: 'automatic',
    behaviour: 'moves-own',
    since: 'v1.5.0',
    source: upgrade,
  },
];

/**
 * What ignoring comes to: fields that others have applied are left out, the others are sent with their live values. No
 * single way where there are both.
 */
function keptBy({ fields }: ToolConflict): WayOut | undefined {
  const applied = fields.filter(({ owner }) => owner.operation === 'Apply' && owner.subresource === '');
  if (applied.length === fields.length) return 'give-up';
  return applied.length === 0 ? 'share' : undefined;
}

/** Fields by JSON pointers into the live object. */
function ignored(
  { object, fields }: ToolConflict,
  around: (ignore: { readonly paths: readonly string[]; readonly target: object }) => unknown,
): Snippet | undefined {
  const { names, others } = named(fields, ({ livePlace }) => livePlace && jsonPointer(livePlace));
  return names.length === 0 ? undefined : yaml(around({ paths: names, target: selector(object) }), others);
}

function annotation(name: string, value: string): Snippet {
  return yaml({ metadata: { annotations: { [`kustomize.toolkit.fluxcd.io/${name}`]: value } } });
}

function release(spec: object): Snippet {
  return yaml(releaseOf(spec));
}

function releaseOf(spec: object) {
  return { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', spec };
}
