import { compareStrings, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { ResourceVersion, TypeCatalog } from '../catalog/catalog.ts';
import { type CelType, dynType, structType } from '../cel/check/type.ts';
import { compileExpression } from '../cel/compile.ts';
import { usualRelease } from '../cel/release.ts';
import { declaredType } from './declared-type.ts';
import { namesOf, variableType } from './environment.ts';

/** A warning about the types in an expression, as the status of a policy holds it. */
export interface ExpressionWarning {
  /** `spec.validations[0].expression` */
  readonly fieldRef: string;
  /** A paragraph for each kind of objects, in the server's words. */
  readonly warning: string;
}

/** A kind whose objects a policy is asked about, as an expression sees it. */
interface CheckedKind {
  /** `apps/v1, Kind=Deployment` */
  readonly name: string;
  readonly type: CelType | undefined;
}

/** The most kinds that are looked at. Upstream: maxTypesToCheck. */
const mostKinds = 10;

/**
 * Returns what the controller of ValidatingAdmissionPolicies, which kube-controller-manager runs, writes into
 * `status.typeChecking.expressionWarnings` of a policy with this spec. The controller ends the names of types with the
 * nanoseconds of the moment, `Deployment98765.spec`; here they end with 0.
 * Upstream: k8s.io/apiserver pkg/admission/plugin/policy/validating/typechecking.go Check.
 */
export function typeCheckWarnings(spec: ValueMap, catalog: TypeCatalog): readonly ExpressionWarning[] {
  const kinds = kindsToCheck(spec, catalog).flatMap(({ group, version }) => {
    if (version.written === undefined) return [];
    return [{ name: `${group}/${version.version}, Kind=${version.resource.kind}`, type: typeOf(version) }];
  });
  const context = {
    kinds,
    params: paramsOf(spec, catalog),
    variables: mapsIn(spec, 'variables'),
    minor: catalog.minor,
  };
  return mapsIn(spec, 'validations').flatMap((rule, index) =>
    ['expression', 'messageExpression'].flatMap((key): readonly ExpressionWarning[] => {
      const expression = stringAt(rule, key) ?? '';
      if (key === 'messageExpression' && expression === '') return [];
      const found = kinds.flatMap((kind) => issuesOf(expression, kind, context) ?? []);
      if (found.length === 0) return [];
      return [{ fieldRef: `spec.validations[${index}].${key}`, warning: found.join('\n') }];
    }),
  );
}

interface Context {
  /** Undefined where expressions have none; any type where nobody knows it. */
  readonly params: CelType | undefined;
  readonly variables: readonly ValueMap[];
  readonly minor: number | undefined;
}

/** Upstream: typechecking.go CheckExpression. */
function issuesOf(expression: string, { name, type = dynType }: CheckedKind, context: Context): string | undefined {
  const fields = new Map<string, CelType>();
  const { minor = usualRelease.minor } = context;
  const scope = { params: context.params !== undefined, variables: true, minor, stored: true };
  const { variables, more } = namesOf('validation', scope, fields);
  variables.delete('authorizer.requestResource');
  variables.set('object', type).set('oldObject', type).set('variables', structType('kubernetes.variables', fields));
  if (context.params !== undefined) variables.set('params', context.params);
  for (const variable of context.variables) {
    const compiled = compileExpression(stringAt(variable, 'expression') ?? '', variables, more);
    const own = compiled.kind === 'program' ? variableType(compiled.type) : dynType;
    fields.set(stringAt(variable, 'name') ?? '', own);
  }
  const compiled = compileExpression(expression, variables, more);
  return compiled.kind === 'error' ? `${name}: ${compiled.message}\n` : undefined;
}

/** Upstream: typechecking.go declType, generateUniqueTypeName. */
function typeOf(version: ResourceVersion): CelType | undefined {
  const { written, type, resource } = version;
  return written && declaredType(written, type.name, `${resource.kind}0`);
}

function paramsOf(spec: ValueMap, catalog: TypeCatalog): CelType | undefined {
  const wanted = mapAt(spec, 'paramKind');
  const [apiVersion, kind] = [stringAt(wanted, 'apiVersion') ?? '', stringAt(wanted, 'kind') ?? ''];
  if (wanted === undefined || apiVersion.split('/').length > 2) return undefined;
  const found = catalog.findKind(apiVersion, kind);
  return (found && typeOf(found)) ?? dynType;
}

interface FoundKind {
  readonly group: string;
  readonly version: ResourceVersion;
}

/** The kinds that the rules name without stars, by their names. Upstream: typechecking.go typesToCheck. */
function kindsToCheck(spec: ValueMap, catalog: TypeCatalog): readonly FoundKind[] {
  const found = new Map<string, FoundKind>();
  const sorted = () =>
    [...found.values()].sort(
      (a, b) =>
        compareStrings(a.group, b.group) ||
        compareStrings(a.version.version, b.version.version) ||
        compareStrings(a.version.resource.kind, b.version.resource.kind),
    );
  for (const rule of mapsIn(mapAt(spec, 'matchConstraints') ?? new Map(), 'resourceRules')) {
    let count = 0;
    const resources = textsAt(rule, 'resources').filter((each) => !/[*/]/.test(each));
    for (const group of plain(textsAt(rule, 'apiGroups'))) {
      for (const version of plain(textsAt(rule, 'apiVersions'))) {
        for (const resource of resources.sort(compareStrings)) {
          for (const kind of kindsFor(catalog, group, version, resource)) {
            found.set(`${kind.group}/${version}/${kind.version.resource.kind}`, kind);
            if (++count === mostKinds) return sorted();
          }
        }
      }
    }
  }
  return sorted();
}

/** All texts in order, or none where one has a star. */
function plain(texts: string[]): readonly string[] {
  return texts.some((each) => each.includes('*')) ? [] : texts.sort(compareStrings);
}

/**
 * The kinds of a resource in a version, by its plural or singular name. No group stands for all groups.
 * Upstream: k8s.io/apimachinery pkg/api/meta/restmapper.go ResourcesFor.
 */
function kindsFor(catalog: TypeCatalog, group: string, version: string, resource: string): readonly FoundKind[] {
  const name = resource.toLowerCase();
  return catalog
    .names()
    .filter((each) => (group === '' || each.group === group) && (each.plural === name || each.singular === name))
    .flatMap((each) => {
      const found = catalog.find(each.group, version.toLowerCase(), each.plural);
      return found === undefined ? [] : [{ group: each.group, version: found }];
    });
}

function mapsIn(map: ValueMap, key: string): readonly ValueMap[] {
  return (listAt(map, key) ?? []).filter(isMap);
}

function textsAt(map: ValueMap, key: string): string[] {
  return (listAt(map, key) ?? []).filter((each) => typeof each === 'string');
}
