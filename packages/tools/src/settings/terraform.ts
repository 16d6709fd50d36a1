import { jsonText } from '@managed-fields/foreign-text';
import { eachOnce, terraformPath } from './field-names.ts';
import { leftOut, named, putIn, snippet } from './snippets.ts';
import type { Snippet, ToolConflict, ToolFact, ToolField, ToolSource } from './tool.ts';

const manifest = { project: 'hashicorp/terraform-provider-kubernetes', version: 'v3.2.1' };
const apply: ToolSource = { ...manifest, file: 'manifest/provider/apply.go' };
const plan: ToolSource = { ...manifest, file: 'manifest/provider/plan.go' };

/** What kubernetes_manifest of HashiCorp's provider has. */
export const terraformKubernetes: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'field_manager.force_conflicts',
    place: 'resource',
    behaviour: 'plain',
    same: 'overwrite',
    since: 'v2.5.0',
    source: apply,
    write: ({ object, manager }) =>
      resource('kubernetes_manifest', object.name, [
        ...decoded,
        'field_manager {',
        `  name            = ${text(manager)}`,
        '  force_conflicts = true',
        '}',
      ]),
  },
  {
    way: 'give-up',
    setting: 'manifest',
    place: 'resource',
    behaviour: 'sends-state',
    same: 'give-up',
    source: plan,
    write: (conflict) => leftOut(conflict),
  },
  {
    way: 'share',
    setting: 'computed_fields',
    place: 'resource',
    behaviour: 'sends-live-until-changed',
    same: 'share',
    since: 'v2.5.0',
    source: plan,
    write: computed,
  },
];

const kubectl: ToolSource = {
  project: 'alekc/terraform-provider-kubectl',
  version: 'v2.4.1',
  file: 'kubernetes/resource_kubectl_manifest.go',
};

/** What kubectl_manifest of the provider alekc/kubectl has. */
export const terraformKubectl: readonly ToolFact[] = [
  {
    way: 'overwrite',
    setting: 'force_conflicts',
    place: 'resource',
    behaviour: 'plain',
    same: 'overwrite',
    source: kubectl,
    write: ({ object, manager }) =>
      resource('kubectl_manifest', object.name, [
        body,
        'server_side_apply = true',
        `field_manager     = ${text(manager)}`,
        'force_conflicts   = true',
      ]),
  },
  {
    way: 'overwrite',
    setting: 'force_new',
    place: 'resource',
    behaviour: 'recreates-changed',
    source: kubectl,
    write: ({ object }) => resource('kubectl_manifest', object.name, [body, 'force_new = true']),
  },
  {
    way: 'give-up',
    setting: 'yaml_body',
    place: 'resource',
    behaviour: 'if-server-side',
    same: 'give-up',
    source: kubectl,
    write: (conflict) => leftOut(conflict),
  },
  {
    way: 'give-up',
    setting: 'ignore_fields',
    place: 'resource',
    behaviour: 'plan-only',
    source: kubectl,
    write: ({ object, fields }) => {
      const paths = eachOnce(fields).flatMap(({ declaredPlace }) => declaredPlace?.join('.') ?? []);
      if (paths.length === 0) return undefined;
      return resource('kubectl_manifest', object.name, [body, `ignore_fields = ${list(paths)}`], without(fields));
    },
  },
  {
    way: 'share',
    setting: 'yaml_body',
    place: 'resource',
    behaviour: 'plain',
    same: 'share',
    source: kubectl,
    write: (conflict) => putIn(conflict),
  },
];

const decoded = ['manifest = yamldecode(file("FILE"))', ''];
const body = 'yaml_body = file("FILE")';

/** The list replaces the provider's own, which therefore stands in it again. */
function computed({ object, fields }: ToolConflict): Snippet | undefined {
  const { names, others } = named(fields, terraformPath);
  if (names.length === 0) return undefined;
  const paths = ['metadata.annotations', 'metadata.labels', ...names];
  return resource('kubernetes_manifest', object.name, [...decoded, `computed_fields = ${list(paths)}`], others);
}

function without(fields: readonly ToolField[]): readonly ToolField[] {
  return fields.filter(({ declaredPlace }) => declaredPlace === undefined);
}

function resource(type: string, name: string, lines: readonly string[], others: readonly ToolField[] = []): Snippet {
  const label = name.replace(/[^\w-]/g, '_').replace(/^(?=[\d-])/, '_');
  const inside = lines.flatMap((each) => each.split('\n')).map((line) => (line === '' ? '' : `  ${line}`));
  return snippet('hcl', [`resource "${type}" "${label}" {`, ...inside, '}'].join('\n'), others);
}

function list(paths: readonly string[]): string {
  return `[\n${paths.map((path) => `  ${text(path)},\n`).join('')}]`;
}

/** A quoted text of HCL, in which `${` and `%{` would begin a template. */
function text(words: string): string {
  return jsonText(words, 0).replace(/[$%](?=\{)/g, '$&$&');
}
