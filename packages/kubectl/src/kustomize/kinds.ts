import {
  isList,
  isMap,
  listAt,
  mapAt,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, notPlayed } from '../failure.ts';
import type { Session } from '../session.ts';
import { clusterKinds, isScopeKnown, type MergedField, type MergedType, mergedTypeOf } from './merged-lists.ts';
import { apiVersionOf, type Gvk } from './res-id.ts';

/** The release of OpenAPI that kustomize holds. Upstream: kyaml openapi/kubernetesapi/openapiinfo.go. */
const builtinSchema = 'v1.21.2';

/** Names of types that kustomize holds; a document that has them beside it would change them. */
const builtinName = 'io.k8s.';

/** The key at which a type or a path says of which kind it is. */
const gvkKey = 'x-kubernetes-group-version-kind';

/**
 * What one build knows of kinds: which of their lists are merged, and which belong to no namespace. It is what kustomize holds, or what
 * a document says that a kustomization names in `openapi.path`; that counts from where it was named on, and alone unless
 * something was asked before. Upstream: kyaml openapi/openapi.go.
 */
export class Kinds {
  /** Whether a kustomization asked for a release, or for a document of its own. */
  #isAsked = false;
  #document: OpenApi | undefined;
  #isBroken = false;
  #isNeeded = false;
  /** Whether what kustomize holds counts. */
  #builtin: 'unasked' | 'named' | 'read' = 'unasked';

  /** Takes what a kustomization says in `openapi`, with the text at its path. Upstream: SetSchema. */
  take(session: Session, openapi: ReadonlyMap<string, string>, text: string | undefined): Failure | undefined {
    if (this.#isAsked) return undefined;
    const version = openapi.get('version');
    if (text === undefined) {
      if (version === undefined || version === '') return undefined;
      if (version !== builtinSchema) return fail('the specified OpenAPI version is not built in');
      this.#isAsked = true;
      return undefined;
    }
    if (version !== undefined) return fail('builtin version and custom schema provided, cannot use both');
    this.#isAsked = true;
    const value = documentOf(session, text);
    this.#isBroken = value === undefined;
    this.#document = new OpenApi(value ?? new Map());
    if (this.#builtin !== 'unasked' && this.#document.names.some((name) => name.startsWith(builtinName))) {
      return notPlayed({ kind: 'kustomize', field: 'openapi' });
    }
    return undefined;
  }

  /** Whether the document was needed and cannot be read, at which upstream panics. */
  get hasPanicked(): boolean {
    return (this.#isBroken && this.#isNeeded) || this.#document?.hasPanicked === true;
  }

  /** The type of a kind; undefined for one that is not known. Upstream: SchemaForResourceType. */
  typeOf(apiVersion: string, kind: string): MergedType | undefined {
    this.#isNeeded = true;
    const own = this.#document?.typeOf(apiVersion, kind);
    if (this.#document === undefined) this.#builtin = 'read';
    return own ?? (this.#builtin === 'unasked' ? undefined : mergedTypeOf(apiVersion, kind));
  }

  /** Whether a kind is known to belong to no namespace. Upstream: IsCertainlyClusterScoped. */
  isClusterScoped(gvk: Gvk): boolean {
    const apiVersion = apiVersionOf(gvk);
    if (isScopeKnown(apiVersion, gvk.kind)) return clusterKinds.has(`${apiVersion} ${gvk.kind}`);
    this.#isNeeded ||= this.#document !== undefined;
    if (this.#document !== undefined) return this.#document.isClusterScoped(apiVersion, gvk.kind);
    if (this.#builtin === 'unasked') this.#builtin = 'named';
    return false;
  }
}

/** The value of a document; undefined where it is none of OpenAPI v2. Upstream: parse. */
function documentOf(session: Session, text: string): ValueMap | undefined {
  if (text === '') return undefined;
  const read = text.startsWith('{') ? parseJson(text) : session.host.read(text)[0];
  if (read !== undefined && read.kind !== 'value') return undefined;
  const value = read?.value ?? new Map<string, Value>();
  if (!isMap(value)) return undefined;
  const [definitions, paths] = [value.get('definitions') ?? new Map(), value.get('paths') ?? new Map()];
  if (!isMap(definitions) || ![...definitions.values()].every(isSchema)) return undefined;
  return isMap(paths) && [...paths.values()].every(isPath) ? value : undefined;
}

/** Whether a value can be read as a path, with what is asked of it. */
function isPath(value: Value): boolean {
  if (!isMap(value)) return value === null;
  const get = value.get('get') ?? null;
  return isMap(get) ? isNamed(get.get(gvkKey) ?? null) : get === null;
}

/** Whether a value can be read as a schema, with what is asked of it. Upstream: kube-openapi validation/spec Schema. */
function isSchema(value: Value): boolean {
  if (!isMap(value)) return value === null;
  const is = (key: string, fits: (each: Value) => boolean) => {
    const each = value.get(key) ?? null;
    return each === null || fits(each);
  };
  return (
    ['description', 'format', 'title'].every((key) => is(key, isText)) &&
    is('type', (each) => isText(each) || areTexts(each)) &&
    is('properties', (each) => isMap(each) && [...each.values()].every(isSchema)) &&
    is('items', (each) => !(isMap(each) || isList(each)) || [each].flat().every(isSchema)) &&
    is('additionalProperties', (each) => typeof each === 'boolean' || isSchema(each)) &&
    is(gvkKey, (each) => !isList(each) || each.every(isNamed))
  );
}

function isText(value: Value): boolean {
  return typeof value === 'string';
}

function areTexts(value: Value): boolean {
  return isList(value) && value.every(isText);
}

/** Whether what says of which kind a type is can be read; what is no map says nothing. */
function isNamed(gvk: Value): boolean {
  return !isMap(gvk) || ['version', 'kind'].every((key) => typeof gvk.get(key) === 'string');
}

/** A document of OpenAPI v2 that a kustomization brings. */
class OpenApi {
  /** Whether a type was asked for at which upstream panics. */
  hasPanicked = false;
  readonly #definitions: ValueMap;
  readonly #byKind = new Map<string, ValueMap>();
  readonly #isNamespaced = new Map<string, boolean>();
  /** Types that were read, by their schemas: a type may hold itself. */
  readonly #types = new Map<ValueMap, MergedType>();

  constructor(document: ValueMap) {
    this.#definitions = mapAt(document, 'definitions') ?? new Map<string, Value>();
    for (const definition of this.#definitions.values()) {
      if (!isMap(definition)) continue;
      for (const gvk of listAt(definition, gvkKey) ?? []) {
        if (isMap(gvk)) this.#byKind.set(keyOf(gvk), definition);
      }
    }
    // Upstream: findNamespaceability.
    for (const [path, each] of mapAt(document, 'paths') ?? []) {
      const gvk = mapAt(mapAt(isMap(each) ? each : undefined, 'get'), gvkKey);
      if (gvk === undefined) continue;
      const isIn = path.includes('namespaces/{namespace}');
      if (isIn || !this.#isNamespaced.has(keyOf(gvk))) this.#isNamespaced.set(keyOf(gvk), isIn);
    }
  }

  /** The names of its types, and those that it refers to. */
  get names(): readonly string[] {
    const referred: string[] = [];
    const gather = (value: Value): void => {
      if (isList(value)) for (const each of value) gather(each);
      if (!isMap(value)) return;
      for (const [key, each] of value) {
        if (key === '$ref' && typeof each === 'string') referred.push(nameIn(each));
        else gather(each);
      }
    };
    gather(this.#definitions);
    return [...this.#definitions.keys(), ...referred];
  }

  isClusterScoped(apiVersion: string, kind: string): boolean {
    return this.#isNamespaced.get(`${apiVersion} ${kind}`) === false;
  }

  typeOf(apiVersion: string, kind: string): MergedType | undefined {
    const definition = this.#byKind.get(`${apiVersion} ${kind}`);
    return definition === undefined ? undefined : this.#typeOf(definition);
  }

  #typeOf(schema: ValueMap): MergedType {
    const known = this.#types.get(schema);
    if (known !== undefined) return known;
    // A field may be called as what every object has.
    const fields: Record<string, MergedField> = Object.create(null);
    this.#types.set(schema, fields);
    for (const [name, each] of mapAt(schema, 'properties') ?? []) {
      const field = this.#fieldOf(each);
      if (field !== undefined) fields[name] = field;
    }
    const others = this.#fieldOf(schema.get('additionalProperties') ?? null);
    if (others !== undefined) fields['*'] = others;
    return fields;
  }

  /** Upstream: ResourceSchema Field, Elements, PatchStrategyAndKeyList. */
  #fieldOf(written: Value): MergedField | undefined {
    const schema = this.#resolved(written);
    if (schema === undefined) return undefined;
    this.hasPanicked ||= !isUsable(schema);
    const types = schema.get('type') ?? null;
    const isListed = types === 'array' || (isList(types) && types.length === 1 && types[0] === 'array');
    const items = isListed ? this.#resolved(schema.get('items') ?? null) : undefined;
    const isMerged = (stringAt(schema, 'x-kubernetes-patch-strategy') ?? '').split(',').includes('merge');
    const type = isListed ? items && { type: this.#typeOf(items) } : { type: this.#typeOf(schema) };
    return { ...type, ...(isMerged ? { keys: keysOf(schema) } : {}) };
  }

  #resolved(written: Value): ValueMap | undefined {
    let schema = isMap(written) ? written : undefined;
    const visited = new Set<ValueMap>();
    for (let reference = stringAt(schema, '$ref'); reference; reference = stringAt(schema, '$ref')) {
      // Upstream follows a type that is itself for ever.
      if (schema === undefined || visited.has(schema)) return undefined;
      visited.add(schema);
      schema = reference.startsWith(definitionsBelow) ? mapAt(this.#definitions, nameIn(reference)) : undefined;
    }
    return schema;
  }
}

/** Whether what is asked of a type when its lists are merged can be read. */
function isUsable(schema: ValueMap): boolean {
  const is = (key: string, fits: (each: Value) => boolean) => {
    const value = schema.get(key);
    return value === undefined || fits(value);
  };
  return (
    is('x-kubernetes-patch-strategy', isText) &&
    is('x-kubernetes-patch-merge-key', isText) &&
    is('x-kubernetes-list-map-keys', areTexts) &&
    is('items', (each) => each === null || isMap(each))
  );
}

/** The keys by which the items of a list are told apart; one that is `''` is that of texts. */
function keysOf(schema: ValueMap): readonly string[] {
  const key = stringAt(schema, 'x-kubernetes-patch-merge-key');
  const keys = (listAt(schema, 'x-kubernetes-list-map-keys') ?? (key === undefined ? [] : [key])).filter(
    (each) => typeof each === 'string',
  );
  return keys.length === 0 ? [''] : keys;
}

const definitionsBelow = '#/definitions/';

/** The name of a type in a reference, a JSON pointer. */
function nameIn(reference: string): string {
  return reference.slice(definitionsBelow.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Upstream: toTypeMeta. */
function keyOf(gvk: ValueMap): string {
  const [group, version, kind] = ['group', 'version', 'kind'].map((key) => stringAt(gvk, key) ?? '');
  return `${group ? `${group}/` : ''}${version} ${kind}`;
}
