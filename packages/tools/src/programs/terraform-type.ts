import { isCustom, type ResourceVersion } from '@managed-fields/api-server';
import { type Atom, deducedType, isMap, mapAt, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/**
 * A type of Terraform, as its Kubernetes provider makes one of the schema of a kind. `dynamic`: whatever the value is.
 * `isIntOrString`: a text that is sent as a number where it is written as one. `isTuple`: a list whose items are partly
 * dynamic. The types of what is inside are made when they are asked for.
 */
export type TfType =
  | { readonly kind: 'string'; readonly isIntOrString: boolean }
  | { readonly kind: 'number' | 'boolean' | 'dynamic' }
  | { readonly kind: 'object'; readonly attributes: ReadonlyMap<string, TfType> }
  | { readonly kind: 'map'; readonly element: TfType }
  | { readonly kind: 'list'; readonly element: TfType; readonly isTuple: boolean };

const dynamic: TfType = { kind: 'dynamic' };
const string: TfType = { kind: 'string', isIntOrString: false };
const intOrString: TfType = { kind: 'string', isIntOrString: true };

const intOrStringName = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
const propsName = /\.pkg\.apis\.apiextensions\.v1(?:beta1)?\.JSONSchemaProps$/;

const made = new WeakMap<Atom, TfType>();

/**
 * The type of the objects of a kind, without their status; undefined where the definition of a custom kind says nothing of
 * them. Upstream: terraform-provider-kubernetes manifest/provider/resource.go TFTypeFromOpenAPI.
 */
export function objectType(version: ResourceVersion): Extract<TfType, { kind: 'object' }> | undefined {
  const own = isCustom(version) ? typeOfSchema(version.written?.root ?? new Map()) : typeOfAtom(version.type);
  if (own.kind !== 'object' || [...own.attributes.keys()].every((name) => ofEveryObject.has(name))) return undefined;
  const attributes = new Map([...own.attributes].filter(([name]) => name !== 'status'));
  for (const name of ['apiVersion', 'kind']) if (!attributes.has(name)) attributes.set(name, string);
  const metadata = version.type.map?.fields.get('metadata');
  if (metadata !== undefined) attributes.set('metadata', typeOfAtom(metadata.type));
  return { kind: 'object', attributes };
}

/** What is added to the schema that a definition has. */
const ofEveryObject = new Set(['apiVersion', 'kind', 'metadata']);

/** Upstream: manifest/openapi/schema.go getTypeFromSchema, of a built-in kind. */
function typeOfAtom(atom: Atom): TfType {
  const known = made.get(atom);
  if (known !== undefined) return known;
  const type = newTypeOfAtom(atom);
  made.set(atom, type);
  return type;
}

function newTypeOfAtom(atom: Atom): TfType {
  const { name, scalar, list, map } = atom;
  if (name === intOrStringName) return intOrString;
  if (propsName.test(name) || atom === deducedType) return dynamic;
  if (scalar !== undefined && (list !== undefined || map !== undefined)) return dynamic;
  if (list !== undefined) return listOf(typeOfAtom(list.element));
  if (map !== undefined) {
    if (map.fields.size > 0) {
      return objectOf([...map.fields].map(([field, { type }]) => [field, () => typeOfAtom(type)]));
    }
    return map.element === undefined || map.element === deducedType
      ? dynamic
      : { kind: 'map', element: typeOfAtom(map.element) };
  }
  if (scalar === 'numeric') return { kind: 'number' };
  return scalar === 'boolean' ? { kind: 'boolean' } : string;
}

/** Upstream: manifest/openapi/schema.go getTypeFromSchema, of the schema in a definition. */
function typeOfSchema(schema: ValueMap): TfType {
  switch (stringAt(schema, 'type') ?? '') {
    case 'string':
      return stringAt(schema, 'format') === 'int-or-string' ? intOrString : string;
    case 'boolean':
      return { kind: 'boolean' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'array': {
      const items = mapAt(schema, 'items');
      return items === undefined ? dynamic : listOf(typeOfSchema(items));
    }
    case 'object': {
      const properties = mapAt(schema, 'properties');
      if (properties !== undefined) {
        return objectOf(
          [...properties].map(([name, part]) => [name, () => (isMap(part) ? typeOfSchema(part) : dynamic)]),
        );
      }
      const additional = mapAt(schema, 'additionalProperties');
      return additional === undefined ? dynamic : { kind: 'map', element: typeOfSchema(additional) };
    }
    default:
      return schema.get('x-kubernetes-int-or-string') === true ? intOrString : dynamic;
  }
}

/** An object type whose attributes are made when they are first asked for. */
function objectOf(parts: readonly (readonly [name: string, make: () => TfType])[]): TfType {
  let attributes: ReadonlyMap<string, TfType> | undefined;
  return {
    kind: 'object',
    get attributes() {
      attributes ??= new Map(parts.map(([name, make]) => [name, make()]));
      return attributes;
    },
  };
}

function listOf(element: TfType): TfType {
  return { kind: 'list', element, isTuple: !isFullyKnown(element) };
}

/** Upstream: manifest/openapi/schema.go isTypeFullyKnown. */
function isFullyKnown(type: TfType): boolean {
  switch (type.kind) {
    case 'dynamic':
      return false;
    case 'object':
      return [...type.attributes.values()].every(isFullyKnown);
    case 'map':
    case 'list':
      return isFullyKnown(type.element);
    default:
      return true;
  }
}

/** A type as the provider's messages print it. Upstream: manifest/morph/morph.go typeNameNoPrefix. */
export function typeName(type: TfType): string {
  switch (type.kind) {
    case 'string':
      return 'String';
    case 'number':
      return 'Number';
    case 'boolean':
      return 'Bool';
    case 'dynamic':
      return 'DynamicPseudoType';
    case 'map':
      return `Map[${typeName(type.element)}]`;
    case 'list':
      return `${type.isTuple ? 'Tuple' : 'List'}[${typeName(type.element)}]`;
    case 'object': {
      const parts = [...type.attributes].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return `Object[${parts.map(([name, each]) => `${JSON.stringify(name)}:${typeName(each)}`).join(', ')}]`;
    }
  }
}

/** The path of a field of an object, as Terraform's types have it: an attribute, a key of a map, or the index of an item. */
export type TfPath = readonly TfStep[];

/** A step of a path. */
export type TfStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** A path of computed_fields; undefined where it is none. Upstream: manifest/provider/waiter.go FieldPathToTftypesPath. */
export function readTfPath(text: string): TfPath | undefined {
  const steps: TfStep[] = [];
  const form = /(^|\.)([A-Za-z_][\w-]*)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/gy;
  while (form.lastIndex < text.length) {
    const found = form.exec(text);
    if (found === null || (steps.length === 0 && found[2] === undefined)) return undefined;
    if (found[2] !== undefined) steps.push({ attribute: found[2] });
    else if (found[3] !== undefined) {
      const key = parseJson(found[3]);
      if (key.kind !== 'value' || typeof key.value !== 'string') return undefined;
      steps.push({ key: key.value });
    } else steps.push({ index: Number(found[4]) });
  }
  return steps.length === 0 ? undefined : steps;
}

/** A path as Terraform prints it: `.object.data["a"]`. Upstream: terraform internal/tfdiags/format.go FormatCtyPath. */
export function tfPathText(path: TfPath): string {
  return path
    .map((step) => {
      if ('attribute' in step) return `.${step.attribute}`;
      return 'key' in step ? `[${JSON.stringify(step.key)}]` : `[${step.index}]`;
    })
    .join('');
}
