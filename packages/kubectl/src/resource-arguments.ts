import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { type Failure, fail } from './failure.ts';
import { mappingForArgument } from './mapping.ts';

/** The resources and objects that arguments name. */
export interface NamedResources {
  readonly kind: 'named';
  /** Arguments of the form `deployment/web`. */
  readonly tuples: readonly { readonly version: ResourceVersion; readonly name: string }[];
  readonly types: readonly ResourceVersion[];
  readonly names: readonly string[];
  /** Whether types are named without names, which means all of their objects. */
  readonly all: boolean;
}

const mixedForms =
  "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'";

/** The resources that `all` stands for. Upstream: the category of k8s.io/kubernetes pkg/registry. */
const allCategory = [
  'pods',
  'replicationcontrollers',
  'services',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'jobs.batch',
];

/** Reads `TYPE[,TYPE] [NAME…]` or `TYPE/NAME…`. Upstream: k8s.io/cli-runtime pkg/resource/builder.go ResourceTypeOrNameArgs. */
export function namedResources(
  catalog: TypeCatalog,
  args: readonly string[],
  allowAll: boolean,
): NamedResources | Failure {
  const spread = spreadTypes(args);
  const slashes = spread.filter((argument) => argument.includes('/')).length;
  if (slashes > 0) return slashes === spread.length ? tuplesOf(catalog, spread) : fail(mixedForms);
  const [typesText, ...names] = spread;
  if (typesText === undefined) return { kind: 'named', tuples: [], types: [], names: [], all: false };
  const types: ResourceVersion[] = [];
  for (const type of splitTypes(typesText)) {
    const mapped = mappingForArgument(catalog, type);
    if (mapped.kind === 'failure') return mapped;
    if (!types.includes(mapped.version)) types.push(mapped.version);
  }
  return { kind: 'named', tuples: [], types, names, all: names.length === 0 && allowAll };
}

function splitTypes(text: string): readonly string[] {
  return [...new Set(text.split(',').flatMap((type) => (type === 'all' ? allCategory : [type])))];
}

/** `a,b x y` means `a/x a/y b/x b/y`. */
function spreadTypes(args: readonly string[]): readonly string[] {
  const [types = '', ...names] = args;
  const split = [...new Set(types.split(','))];
  if (split.length <= 1 || names.length === 0) return args;
  return split.flatMap((type) => names.map((name) => `${type}/${name}`));
}

function tuplesOf(catalog: TypeCatalog, args: readonly string[]): NamedResources | Failure {
  const tuples: { readonly version: ResourceVersion; readonly name: string }[] = [];
  for (const argument of args) {
    const [type = '', name = '', ...more] = argument.split('/');
    if (more.length > 0) return fail('arguments in resource/name form may not have more than one slash');
    if (type === '' || name === '' || type.includes(',')) {
      return fail('arguments in resource/name form must have a single resource and name');
    }
    const mapped = mappingForArgument(catalog, type);
    if (mapped.kind === 'failure') return mapped;
    tuples.push({ version: mapped.version, name });
  }
  return { kind: 'named', tuples, types: [], names: [], all: false };
}
