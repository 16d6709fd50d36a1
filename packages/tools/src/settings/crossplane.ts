import { shellWord } from '@managed-fields/foreign-text';
import { leftOut, putIn, snippet, updaters } from './snippets.ts';
import type { ToolFact, ToolSource } from './tool.ts';

const project = { project: 'crossplane-contrib/provider-kubernetes', version: 'v1.3.1' };
const syncer: ToolSource = { ...project, file: 'internal/controller/cluster/object/syncer.go' };
const main: ToolSource = { ...project, file: 'cmd/provider/main.go' };

const forProvider = ['spec', 'forProvider', 'manifest'];

/** What Crossplane has: Objects of provider-kubernetes, and what its own compositions apply. */
export const crossplane: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: '--enable-server-side-apply',
    place: 'provider',
    behaviour: 'always-forces',
    same: 'overwrite',
    since: 'v0.15.0',
    source: syncer,
    write: () => snippet('shell', '--enable-server-side-apply'),
  },
  {
    way: 'overwrite',
    setting: 'Composition',
    place: 'automatic',
    behaviour: 'always-forces',
    same: 'overwrite',
    source: {
      project: 'crossplane/crossplane',
      version: 'v2.3.4',
      file: 'internal/controller/apiextensions/composite/composition_functions.go',
    },
  },
  {
    way: 'give-up',
    setting: 'spec.forProvider.manifest',
    place: 'object-resource',
    behaviour: 'plain',
    same: 'give-up',
    source: syncer,
    write: (conflict) => leftOut(conflict, forProvider),
  },
  {
    way: 'share',
    setting: 'spec.forProvider.manifest',
    place: 'object-resource',
    behaviour: 'plain',
    same: 'share',
    source: syncer,
    write: (conflict) => putIn(conflict, forProvider),
  },
  {
    way: 'migrate',
    setting: '--legacy-csa-field-managers',
    place: 'provider',
    behaviour: 'moves-update',
    since: 'v1.2.0',
    source: main,
    write: (conflict) => {
      const managers = updaters(conflict);
      if (managers.length === 0) return undefined;
      const others = conflict.fields.filter(({ owner }) => owner.operation === 'Apply' || owner.subresource !== '');
      return snippet(
        'shell',
        managers.map((name) => shellWord(`--legacy-csa-field-managers=${name}`)).join('\n'),
        others,
      );
    },
  },
];
