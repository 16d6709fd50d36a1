import { namesOf } from './field-names.ts';
import { givesUp, named, shares, yaml } from './snippets.ts';
import type { ToolFact, ToolSource } from './tool.ts';

const update: ToolSource = {
  project: 'pulumi/pulumi-kubernetes',
  version: 'v4.32.0',
  file: 'provider/pkg/await/await.go',
};
const provider: ToolSource = { ...update, file: 'provider/pkg/provider/provider.go' };

/** What Pulumi's Kubernetes provider has. */
export const pulumi: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'pulumi.com/patchForce',
    place: 'annotation',
    behaviour: 'plain',
    same: 'overwrite',
    source: update,
    write: () => yaml({ metadata: { annotations: { 'pulumi.com/patchForce': 'true' } } }),
  },
  {
    way: 'overwrite',
    setting: 'kubernetes:enablePatchForce',
    place: 'stack',
    behaviour: 'forces-all',
    same: 'overwrite',
    since: 'v4.29.0',
    source: provider,
    write: () => yaml({ config: { 'kubernetes:enablePatchForce': true } }),
  },
  {
    way: 'give-up',
    setting: 'ignoreChanges',
    place: 'resource-option',
    behaviour: 'drops-if-not-own',
    same: ({ fields }) => {
      const [first] = fields;
      if (first === undefined || fields.some(({ own }) => own !== first.own)) return undefined;
      return first.own ? 'share' : 'give-up';
    },
    since: 'v3.20.1',
    source: update,
    write: ({ fields }) => {
      const { names, others } = named(fields, (field) => {
        const path = namesOf(field);
        // The provider splits the path at dots.
        return path?.some((name) => name.includes('.')) ? undefined : path?.join('.');
      });
      return names.length === 0 ? undefined : yaml({ options: { ignoreChanges: names } }, others);
    },
  },
  givesUp('program', update),
  shares('program', update),
  { way: 'migrate', setting: '', place: 'automatic', behaviour: 'moves-kubectl', source: update },
];
