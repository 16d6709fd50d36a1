import type { TypeCatalog } from '@managed-fields/api-server';
import {
  inKeyOrder,
  isList,
  isMap,
  listAt,
  parseJson,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type KindSchema, kindSchemaOf, plainSchemas, referenceOf } from '../discovery/kind-schema.ts';
import { kindProblems } from '../documents.ts';
import { isVersionServed } from '../mapping.ts';
import { type Session, userAgentOf } from '../session.ts';
import { type Model, modelOf } from './model.ts';

const skipped = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation';

/**
 * The problems of a document whose fields the server does not check: a `List` of `v1`, another list, a kind that is never patched
 * or that is not there. kubectl checks them itself, by the OpenAPI of the server, or warns that it does not. `json` is the text of
 * a document that was written as JSON. Upstream: k8s.io/kubectl pkg/validation/schema.go paramVerifyingSchema, NoDoubleKeySchema,
 * validation.go schemaValidation; cli-runtime pkg/resource/query_param_verifier.go HasSupport.
 */
export function uncheckedProblems(
  session: Session,
  value: ValueMap,
  validated: 'Strict' | 'Warn',
  json: string | undefined,
): readonly string[] {
  const apiVersion = stringAt(value, 'apiVersion') ?? '';
  const kind = stringAt(value, 'kind') ?? '';
  const isPlainList = apiVersion === 'v1' && kind === 'List';
  if (!isPlainList) {
    const [version = '', group = ''] = apiVersion.split('/').toReversed();
    if (isVersionServed(session.catalog, group, version)) {
      const refused = definitionsRefused(session);
      if (refused !== undefined) return [`failed to check CRD: failed to list CRDs: ${refused}`];
    }
    if (isDefined(session.catalog, group, kind)) return [];
  }
  if (validated === 'Warn') {
    session.err(`W schema.go] ${skipped}\n`);
    return [];
  }
  const found = isPlainList ? problemsOfItems(session, value) : problemsOfObject(session, value);
  return json === undefined ? found : [...found, ...doubleKeys(json)];
}

/** Whether a definition has a kind, in any version. */
function isDefined(catalog: TypeCatalog, group: string, kind: string): boolean {
  return (
    !catalog.isBuiltinGroup(group) && catalog.names().some((names) => names.group === group && names.kind === kind)
  );
}

/** Why the user may not list definitions; undefined where they may. */
function definitionsRefused(session: Session): string | undefined {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const { code, body } = session.watched({
    method: 'GET',
    path,
    query: new Map(),
    userAgent: userAgentOf(session.host),
  });
  return code >= 400 && isMap(body) ? stringAt(body, 'message') : undefined;
}

function problemsOfItems(session: Session, list: ValueMap): readonly string[] {
  const items = listAt(list, 'items');
  if (items === undefined) return ['invalid object to validate'];
  return items.flatMap((item) => {
    const problems = kindProblems(item);
    return problems.length > 0 || !isMap(item) ? problems : problemsOfObject(session, item);
  });
}

/** The problems of an object; none where the server publishes nothing of its kind. */
function problemsOfObject(session: Session, object: ValueMap): readonly string[] {
  const kind = stringAt(object, 'kind') ?? '';
  const model = publishedModel(session.catalog, stringAt(object, 'apiVersion') ?? '', kind);
  return model === undefined ? [] : problemsAt(inKeyOrder(object), model, kind);
}

function publishedModel(catalog: TypeCatalog, apiVersion: string, kind: string): Model | undefined {
  const named = plainSchemas(catalog);
  const found = catalog.findKind(apiVersion, kind);
  if (found !== undefined) return modelOf(kindSchemaOf(named, found, catalog));
  const item = kind.endsWith('List') ? catalog.findKind(apiVersion, kind.slice(0, -'List'.length)) : undefined;
  if (item !== undefined) return listModel(kindSchemaOf(named, item, catalog));
  // What is sent to a subresource, such as an Eviction.
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  const name = `io.k8s.api.${group.split('.')[0]}.${version}.${kind}`;
  const root = named(name);
  const resolved = (schema: ValueMap) => named(referenceOf(schema) ?? '');
  return root === undefined ? undefined : modelOf({ group, version, kind, name, root, versionTwo: root, resolved });
}

/** What is published of the lists of a kind, whose items are those of the kind. */
function listModel(item: KindSchema): Model {
  const name = `${item.name}List`;
  const description = '';
  const text = (): Model => ({ kind: 'primitive', type: 'string', description, path: name });
  const fields = new Map<string, () => Model>([
    ['apiVersion', text],
    ['items', () => ({ kind: 'list', of: () => modelOf(item), description, path: `${name}.items` })],
    ['kind', text],
    ['metadata', () => modelOf({ ...item, versionTwo: listMeta })],
  ]);
  return { kind: 'fields', description, path: name, required: ['items'], fields };
}

const listMeta: ValueMap = new Map([['$ref', '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta']]);

/**
 * The problems of a value that stands at a path of the document, `Pod.spec.containers[0]`. Numbers pass as texts, and no field is missed
 * that is null. Upstream: kube-openapi pkg/util/proto/validation/types.go mapItem, arrayItem, primitiveItem.
 */
function problemsAt(value: Value, model: Model, at: string): readonly string[] {
  if (value === null) return [unknownType(at)];
  const invalid = (message: string) => `ValidationError(${at}): ${message}`;
  const actual = typeOf(value);
  const differs = (expected: string) => [
    invalid(`invalid type for ${model.path}: got ${quote(actual)}, expected ${quote(expected)}`),
  ];
  switch (model.kind) {
    case 'arbitrary':
      return [];
    case 'reference':
      return problemsAt(value, model.to(), at);
    case 'primitive':
      return passes(actual, model.type) ? [] : differs(model.type);
    case 'list':
      if (!isList(value)) return differs('array');
      return value.flatMap((item, index) =>
        item === null ? [invalid(unknownType(`${at}[${index}]`))] : problemsAt(item, model.of(), `${at}[${index}]`),
      );
    case 'map':
      if (!isMap(value)) return differs('map');
      return [...value].flatMap(([key, each]) => problemsAt(each, model.of(), `${at}.${key}`));
    case 'fields': {
      if (!isMap(value)) return differs('map');
      const held = [...value].filter(([, each]) => each !== null);
      const found = held.flatMap(([key, each]) => {
        const field = model.fields.get(key);
        return field === undefined
          ? [invalid(`unknown field ${quote(key)} in ${model.path}`)]
          : problemsAt(each, field(), `${at}.${key}`);
      });
      const missing = model.required.filter((key) => (value.get(key) ?? null) === null);
      return [...found, ...missing.map((key) => invalid(`missing required field ${quote(key)} in ${model.path}`))];
    }
  }
}

const unknownType = (at: string) => `unknown object type "nil" in ${at}`;

/** What kubectl calls the type of a value. */
function typeOf(value: Value): string {
  if (typeof value === 'bigint') return 'integer';
  if (typeof value !== 'object') return typeof value;
  return isList(value) ? 'array' : 'map';
}

/** Whether a value of a type may stand where another one belongs. */
function passes(actual: string, expected: string): boolean {
  if (actual === 'array' || actual === 'map') return false;
  const isNumber = (type: string) => type === 'integer' || type === 'number';
  return actual === expected || expected === 'string' || (isNumber(actual) && isNumber(expected));
}

/** The first key that stands twice in the labels, and in the annotations, of a document itself. */
function doubleKeys(json: string): readonly string[] {
  const read = parseJson(json);
  if (read.kind === 'error') return [];
  return ['labels', 'annotations'].flatMap((field) => {
    const found = read.duplicates.find(
      ({ path: [first, second, , ...deeper] }) => first === 'metadata' && second === field && deeper.length === 0,
    );
    return found === undefined ? [] : [`duplicate key: ${found.path[2]}`];
  });
}
