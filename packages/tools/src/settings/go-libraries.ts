import { jsonText } from '@managed-fields/foreign-text';
import type { Value } from '@managed-fields/merge-engine';
import { namesOf } from './field-names.ts';
import { named, snippet, updaters } from './snippets.ts';
import type { Snippet, ToolConflict, ToolFact, ToolSource } from './tool.ts';

const dynamic: ToolSource = { project: 'kubernetes/client-go', version: 'v0.36.3', file: 'dynamic/interface.go' };
const upgrade: ToolSource = { ...dynamic, file: 'util/csaupgrade/upgrade.go' };
const helpers: ToolSource = {
  project: 'kubernetes/apimachinery',
  version: 'v0.36.3',
  file: 'pkg/apis/meta/v1/unstructured/helpers.go',
};
const runtime: ToolSource = {
  project: 'kubernetes-sigs/controller-runtime',
  version: 'v0.24.1',
  file: 'pkg/client/options.go',
};

/** What changes the configuration before it is applied, with either library. */
const configuration: readonly ToolFact[] = [
  {
    way: 'give-up',
    setting: 'unstructured.RemoveNestedField',
    place: 'program',
    behaviour: 'plain',
    same: 'give-up',
    source: helpers,
    write: (conflict) => nested(conflict, (path) => `unstructured.RemoveNestedField(config.Object, ${path})`),
  },
  {
    way: 'share',
    setting: 'unstructured.SetNestedField',
    place: 'program',
    behaviour: 'plain',
    same: 'share',
    source: helpers,
    write: (conflict) =>
      nested(
        conflict,
        (path, live) =>
          live &&
          `if err := unstructured.SetNestedField(config.Object, ${live}, ${path}); err != nil {\n\treturn err\n}`,
      ),
  },
  {
    way: 'migrate',
    setting: 'csaupgrade.UpgradeManagedFieldsPatch',
    place: 'program',
    behaviour: 'moves-update',
    source: upgrade,
    write: (conflict) => {
      const managers = updaters(conflict);
      if (managers.length === 0) return undefined;
      const others = conflict.fields.filter(({ owner }) => owner.operation === 'Apply' || owner.subresource !== '');
      const from = `sets.New(${managers.map(text).join(', ')})`;
      return snippet(
        'go',
        `patch, err := csaupgrade.UpgradeManagedFieldsPatch(live, ${from}, ${text(conflict.manager)})`,
        others,
      );
    },
  },
];

/** What client-go has. */
export const clientGo: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'metav1.ApplyOptions.Force',
    place: 'program',
    behaviour: 'plain',
    same: 'overwrite',
    source: dynamic,
    write: ({ object, manager }) => {
      const { group, version, plural, namespace, name } = object;
      const names = `Group: ${text(group)}, Version: ${text(version)}, Resource: ${text(plural)}`;
      const of = namespace === '' ? '' : `.Namespace(${text(namespace)})`;
      return snippet(
        'go',
        `gvr := schema.GroupVersionResource{${names}}
_, err := client.Resource(gvr)${of}.Apply(ctx, ${text(name)}, config, metav1.ApplyOptions{
	FieldManager: ${text(manager)},
	Force:        true,
})`,
      );
    },
  },
  ...configuration,
];

/** What controller-runtime has. */
export const controllerRuntime: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'client.ForceOwnership',
    place: 'program',
    behaviour: 'plain',
    same: 'overwrite',
    since: 'v0.22.0',
    source: runtime,
    write: ({ manager }) =>
      snippet(
        'go',
        `err := c.Apply(ctx, client.ApplyConfigurationFromUnstructured(config),
	client.FieldOwner(${text(manager)}), client.ForceOwnership)`,
      ),
  },
  ...configuration,
];

/** A line of Go for each field that its functions can name: those that are in no list. */
function nested(
  { fields }: ToolConflict,
  line: (path: string, live: string | undefined) => string | undefined,
): Snippet | undefined {
  const { names, others } = named(fields, (field) => {
    const path = namesOf(field)?.map(text).join(', ');
    return path === undefined ? undefined : line(path, field.live === undefined ? undefined : literal(field.live));
  });
  return names.length === 0 ? undefined : snippet('go', names.join('\n'), others);
}

/** A scalar as Go's unstructured objects hold it; undefined for a map or list. */
function literal(value: Value): string | undefined {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      return `float64(${value})`;
    case 'bigint':
      return `int64(${value})`;
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}

/** A string literal of Go. JSON's escapes are Go's, too, but for half surrogates, which no field has. */
function text(words: string): string {
  return jsonText(words, 0);
}
