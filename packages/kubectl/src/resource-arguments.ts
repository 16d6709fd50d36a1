import type { ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import { quote } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';
import { mappingForArgument } from './mapping.ts';
import { partsOf } from './parts-of.ts';

/** The resources and objects that arguments name, as they are written. */
export interface NamedResources {
  readonly kind: 'named';
  /** Arguments of the form `deployment/web`. */
  readonly tuples: readonly { readonly type: string; readonly name: string }[];
  readonly types: readonly string[];
  readonly names: readonly string[];
  /** Whether types are named without names, which means all of their objects. */
  readonly all: boolean;
}

/** What the types of arguments are on the server. */
export interface MappedResources {
  readonly kind: 'mapped';
  readonly tuples: readonly { readonly version: ResourceVersion; readonly name: string }[];
  /** Each once, whatever it is called by. */
  readonly types: readonly ResourceVersion[];
  /** What kubectl warns about: short names that other resources have as well. */
  readonly warnings: readonly string[];
}

const mixedForms =
  "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'";

/** Reads `TYPE[,TYPE] [NAME…]` or `TYPE/NAME…`. Upstream: k8s.io/cli-runtime pkg/resource/builder.go ResourceTypeOrNameArgs. */
export function namedResources(
  catalog: TypeCatalog,
  args: readonly string[],
  allowAll: boolean,
): NamedResources | Failure {
  const spread = spreadTypes(args);
  const slashes = spread.filter((argument) => argument.includes('/')).length;
  if (slashes > 0) return slashes === spread.length ? tuplesOf(spread) : fail(mixedForms);
  const [typesText, ...names] = spread;
  if (typesText === undefined) return { kind: 'named', tuples: [], types: [], names: [], all: false };
  const types = splitTypes(catalog, typesText);
  return { kind: 'named', tuples: [], types, names, all: names.length === 0 && allowAll };
}

/** Finds the types that arguments name, up to the first that is not there. Upstream: builder.go resourceMappings, resourceTupleMappings. */
export function mappedResources(catalog: TypeCatalog, named: NamedResources): MappedResources | Failure {
  const warnings: string[] = [];
  const types: ResourceVersion[] = [];
  for (const type of named.types) {
    const mapped = mappingForArgument(catalog, type);
    if (mapped.kind === 'failure') return mapped;
    warnings.push(...ambiguous(type, mapped.lower));
    if (!types.includes(mapped.version)) types.push(mapped.version);
  }
  const tuples: { readonly version: ResourceVersion; readonly name: string }[] = [];
  for (const { type, name } of named.tuples) {
    const mapped = mappingForArgument(catalog, type);
    if (mapped.kind === 'failure') return mapped;
    warnings.push(...ambiguous(type, mapped.lower));
    tuples.push({ version: mapped.version, name });
  }
  return { kind: 'mapped', tuples, types, warnings };
}

/** The types of a text; a category stands for its resources. Upstream: builder.go ReplaceAliases. */
function splitTypes(catalog: TypeCatalog, text: string): readonly string[] {
  const types = text.split(',').flatMap((type) => {
    const members = catalog.names().filter(({ categories = [] }) => categories.includes(type));
    if (members.length === 0) return [type];
    return members.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`));
  });
  return [...new Set(types)];
}

/** `a,b x y` means `a/x a/y b/x b/y`. */
function spreadTypes(args: readonly string[]): readonly string[] {
  const [types = '', ...names] = args;
  const split = [...new Set(types.split(','))];
  if (split.length <= 1 || names.length === 0) return args;
  return split.flatMap((type) => names.map((name) => `${type}/${name}`));
}

function tuplesOf(args: readonly string[]): NamedResources | Failure {
  const tuples: { readonly type: string; readonly name: string }[] = [];
  for (const argument of args) {
    const [type, name = '', ...more] = partsOf(argument, '/');
    if (more.length > 0) return fail('arguments in resource/name form may not have more than one slash');
    if (type === '' || name === '' || type.includes(',')) {
      return fail('arguments in resource/name form must have a single resource and name');
    }
    tuples.push({ type, name });
  }
  return { kind: 'named', tuples, types: [], names: [], all: false };
}

function ambiguous(type: string, lower: readonly string[]): readonly string[] {
  const [name] = partsOf(type, '.');
  return lower.map((other) => `short name ${quote(name)} could also match lower priority resource ${other}`);
}
