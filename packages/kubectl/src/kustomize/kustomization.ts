import {
  formatJson,
  isList,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail } from '../failure.ts';
import type { Session } from '../session.ts';
import type { FieldSpec } from './field-spec.ts';
import { forms, type GoStruct, listOf, readForm, struct, textOfType } from './go-form.ts';
import { within } from './node.ts';

const { string, bool, int, int64, any } = forms;
const texts = { kind: 'texts', of: string } as const;
const values = { kind: 'texts', of: any } as const;
/** Group, version and kind of a resource. */
export const gvkForm = struct('Gvk', { group: string, version: string, kind: string });
const resId = struct('ResId', { name: string, namespace: string }, { Gvk: gvkForm });
const selector = struct('Selector', { annotationSelector: string, labelSelector: string }, { ResId: resId });
const image = struct('Image', {
  name: string,
  newName: string,
  tagSuffix: string,
  newTag: string,
  digest: string,
});
const patch = struct('Patch', {
  path: string,
  patch: string,
  target: selector,
  options: struct('PatchArgs', { allowNameChange: bool, allowKindChange: bool }),
});
const generatorOptions = struct('GeneratorOptions', {
  labels: texts,
  annotations: texts,
  disableNameSuffixHash: bool,
  immutable: bool,
});
const generatorArgs = struct(
  'GeneratorArgs',
  { namespace: string, name: string, behavior: string, options: generatorOptions },
  {
    KvPairSources: struct('KvPairSources', {
      literals: listOf(string),
      files: listOf(string),
      envs: listOf(string),
      env: string,
    }),
  },
);
const fieldOptions = struct('FieldOptions', { delimiter: string, index: int, encoding: string, create: bool });
/** A replacement as a file may hold it. */
export const replacementForm = struct('Replacement', {
  source: struct('SourceSelector', { fieldPath: string, options: fieldOptions }, { ResId: resId }),
  targets: listOf(
    struct('TargetSelector', {
      select: selector,
      reject: listOf(selector, '[]*types.Selector'),
      fieldPaths: listOf(string),
      options: fieldOptions,
    }),
    '[]*types.TargetSelector',
  ),
  sourceValue: string,
});
/** Which field of which kinds is changed. */
export const fieldSpecForm = struct('FieldSpec', { path: string, create: bool }, { Gvk: gvkForm });
const variable = struct('Var', {
  name: string,
  objref: struct('Target', { apiVersion: string, name: string, namespace: string }, { Gvk: gvkForm }),
  fieldref: struct('FieldSelector', { fieldPath: string }),
});

const helmChart = struct('HelmChart', {
  ...{ name: string, version: string, repo: string, releaseName: string, namespace: string },
  ...{ additionalValuesFiles: listOf(string), valuesFile: string, valuesInline: values, valuesMerge: string },
  ...{ includeCRDs: bool, skipHooks: bool, apiVersions: listOf(string), kubeVersion: string, nameTemplate: string },
  ...{ skipTests: bool, debug: bool, devel: bool },
});

/** How charts were written before. */
const helmChartArgs = struct('HelmChartArgs', {
  ...{ chartName: string, chartVersion: string, chartRepoUrl: string, chartHome: string, chartRepoName: string },
  ...{ helmBin: string, helmHome: string, values: string, valuesLocal: values, valuesMerge: string },
  ...{ releaseName: string, releaseNamespace: string, extraArgs: listOf(string) },
});

const kustomization = struct(
  'Kustomization',
  {
    metadata: struct('ObjectMeta', { name: string, namespace: string, labels: texts, annotations: texts }),
    openapi: texts,
    namePrefix: string,
    nameSuffix: string,
    namespace: string,
    commonLabels: texts,
    labels: listOf(
      struct('Label', { pairs: texts, includeSelectors: bool, includeTemplates: bool, fields: listOf(fieldSpecForm) }),
    ),
    commonAnnotations: texts,
    patchesStrategicMerge: listOf(textOfType('types.PatchStrategicMerge')),
    patchesJson6902: listOf(patch),
    patches: listOf(patch),
    images: listOf(image),
    imageTags: listOf(image),
    replacements: listOf(struct('ReplacementField', { path: string }, { Replacement: replacementForm })),
    replicas: listOf(struct('Replica', { name: string, count: int64 })),
    vars: listOf(variable),
    sortOptions: struct('SortOptions', {
      order: textOfType('types.SortOrder'),
      legacySortOptions: struct('LegacySortOptions', { orderFirst: listOf(string), orderLast: listOf(string) }),
    }),
    resources: listOf(string),
    components: listOf(string),
    crds: listOf(string),
    bases: listOf(string),
    configMapGenerator: listOf(struct('ConfigMapArgs', {}, { GeneratorArgs: generatorArgs })),
    secretGenerator: listOf(struct('SecretArgs', { type: string }, { GeneratorArgs: generatorArgs })),
    helmGlobals: struct('HelmGlobals', { chartHome: string, configHome: string }),
    helmCharts: listOf(helmChart),
    helmChartInflationGenerator: listOf(helmChartArgs),
    generatorOptions,
    configurations: listOf(string),
    generators: listOf(string),
    transformers: listOf(string),
    validators: listOf(string),
    buildMetadata: listOf(string),
  },
  { TypeMeta: struct('TypeMeta', { kind: string, apiVersion: string }) },
);

/** The form of a kustomization in a release of kubectl. */
function formOf(release: string): GoStruct {
  if (hasChange('patchOptionsKnown', release)) return kustomization;
  const { options: _, ...patchFields } = patch.fields;
  const former = struct('Patch', { ...patchFields, options: { kind: 'texts', of: bool } });
  const { sourceValue: __, ...replaced } = replacementForm.fields;
  const formerReplacement = hasChange('sourceValues', release) ? replacementForm : struct('Replacement', replaced);
  const field = struct('ReplacementField', { path: string }, { Replacement: formerReplacement });
  const fields = { patches: listOf(former), patchesJson6902: listOf(former), replacements: listOf(field) };
  return { ...kustomization, fields: { ...kustomization.fields, ...fields } };
}

/** What a kustomization file says. Upstream: kustomize api/types/kustomization.go Kustomization. */
export interface Kustomization {
  readonly kind: 'Kustomization' | 'Component';
  readonly fields: ValueMap;
}

const deprecated: readonly (readonly [old: string, now: string, note?: string])[] = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements', '[EXPERIMENTAL] '],
];

/**
 * Reads a kustomization file, and warns about what is deprecated in it. `root` is the folder in messages.
 * Upstream: kustomize api/internal/target/kusttarget.go Load, api/types/kustomization.go.
 */
export function readKustomization(session: Session, text: string, root: string): Kustomization | Failure {
  const [document] = session.host.read(text);
  if (document?.kind === 'malformed') {
    return fail(`invalid Kustomization: ${document.message.replace('error converting YAML to JSON: ', '')}`);
  }
  const read = readForm(document?.value ?? null, formOf(session.host.release));
  if (read.kind === 'failure') return within('invalid Kustomization', read);
  const given = isMap(read.value) ? read.value : new Map<string, Value>();
  for (const [old, now, note = ''] of deprecated) {
    if (!given.has(old)) continue;
    const fix = `${note}Run 'kustomize edit fix' to update your Kustomization automatically.`;
    session.err(`# Warning: '${old}' is deprecated. Please use '${now}' instead. ${fix}\n`);
  }
  const fields = new Map(given);
  const kind = stringAt(fields, 'kind') || 'Kustomization';
  const needed = `kustomize.config.k8s.io/${kind === 'Component' ? 'v1alpha1' : 'v1beta1'}`;
  const apiVersion = stringAt(fields, 'apiVersion') || needed;
  moveInto(fields, 'bases', 'resources');
  moveInto(fields, 'imageTags', 'images');
  for (const name of ['kind', 'apiVersion']) fields.delete(name);
  if (![...fields.values()].some(holdsSomething)) return fail('kustomization.yaml is empty');
  const wrong = [
    ...(kind === 'Kustomization' || kind === 'Component' ? [] : ['kind should be Kustomization or Component']),
    ...(apiVersion === needed ? [] : [`apiVersion for ${kind} should be ${needed}`]),
  ];
  if (wrong.length > 0) return fail(`Failed to read kustomization file under ${root}:\n${wrong.join('\n')}`);
  return { kind: kind === 'Component' ? 'Component' : 'Kustomization', fields };
}

/** Adds the items of one list to another. */
function moveInto(fields: Map<string, Value>, from: string, to: string): void {
  const moved = listAt(fields, from) ?? [];
  if (moved.length > 0) fields.set(to, [...(listAt(fields, to) ?? []), ...moved]);
  fields.delete(from);
}

function holdsSomething(value: Value): boolean {
  return value !== null && value !== '';
}

/** The texts of a list. */
export function textList(fields: ValueMap, name: string): readonly string[] {
  return (listAt(fields, name) ?? []).filter((each) => typeof each === 'string');
}

/** The structures of a list. */
export function structList(fields: ValueMap, name: string): readonly ValueMap[] {
  return (listAt(fields, name) ?? []).filter(isMap);
}

/** The texts at a field such as labels. */
export function textsAt(fields: ValueMap | undefined, name: string): ReadonlyMap<string, string> {
  const found = mapAt(fields, name) ?? new Map<string, Value>();
  return new Map([...found].map(([key, each]) => [key, typeof each === 'string' ? each : formatJson(each)]));
}

/** A field specification as it is written. */
export function fieldSpecOf(written: ValueMap): FieldSpec {
  const named = ['group', 'version', 'kind'] as const;
  const given = named.flatMap((name) => {
    const text = stringAt(written, name);
    return text === undefined || text === '' ? [] : [[name, text] as const];
  });
  return {
    path: stringAt(written, 'path') ?? '',
    create: written.get('create') === true,
    ...Object.fromEntries(given),
  };
}

/** Whether a value is a list with items. */
export function hasItems(value: Value | undefined): boolean {
  return isList(value) && value.length > 0;
}
