import { any, list, type Maker, map } from '../makers.ts';

/** Where the objects of a kind hold what expressions look at. */
export interface Shape {
  /** The group and the plural. */
  readonly group: string;
  readonly plural: string;
  /** The path to the spec of a Pod or of its template, with its type among those that expressions make. */
  readonly podSpec?: string;
  /** Whether it has `spec.replicas`. */
  readonly replicas?: boolean;
  readonly data?: boolean;
  readonly claim?: boolean;
  readonly foo?: boolean;
}

const conditions: readonly string[] = [
  "request.operation == 'CREATE'",
  "request.operation in ['CREATE', 'UPDATE']",
  "object.metadata.name.startsWith('w')",
  "has(object.metadata.labels) && 'a' in object.metadata.labels",
  "object.metadata.labels['a'] == 'x'",
  "object.metadata.labels.exists(k, k.contains('a'))",
  "object.metadata.?labels[?'a'].orValue('none') != 'y'",
  "has(request.options.fieldManager) && request.options.fieldManager == 'alice'",
  "request.options.fieldManager != 'bob'",
  "request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups",
  '!has(request.dryRun) || request.dryRun == false',
  "request.subResource == ''",
  '!has(request.subResource)',
  'oldObject == null || oldObject.metadata.name == object.metadata.name',
  'oldObject != null && oldObject.metadata.generation < object.metadata.generation',
  "authorizer.group('').resource('pods').namespace('x').check('create').allowed()",
  "authorizer.requestResource.check('update').allowed()",
  '1 / (size(object.metadata.name) - 3) > 0',
  'object.metadata.managedFields.size() < 3',
  "object.metadata.managedFields.exists(m, m.manager == 'alice')",
  "has(object.metadata.annotations) ? object.metadata.annotations.all(k, v, v != '') : true",
  "object.metadata.annotations['n'] != '1'",
  "request.kind.kind.lowerAscii() + 's' == request.resource.resource",
  'size(object.metadata.finalizers) == 0',
  '!has(object.metadata.ownerReferences)',
  'object.metadata.namespace == request.namespace',
  "request.name != '' && request.name == object.metadata.name",
  "object.metadata.creationTimestamp == null || timestamp(object.metadata.creationTimestamp) > timestamp('2020-01-01T00:00:00Z')",
  'true',
  'false',
  'dyn(object.metadata.name) > 3',
];
const ofNamespaces: readonly string[] = [
  "namespaceObject.metadata.labels['team'] == 'red'",
  "namespaceObject.metadata.labels.team in ['red', 'green']",
  "namespaceObject.status.phase == 'Active'",
  "namespaceObject.metadata.annotations['x'] == 'y'",
];
const ofParams: readonly string[] = [
  "params.data['a'] == '1'",
  'int(params.data.max) > size(object.metadata.name)',
  "has(params.data.list) && object.metadata.name in params.data.list.split(',')",
  "params == null || params.metadata.name != 'missing'",
  "params.data.all(k, v, v.matches('^[a-z0-9,]*$'))",
];
const ofReplicas: readonly string[] = [
  'object.spec.replicas <= 3',
  'has(object.spec.replicas) && object.spec.replicas % 2 == 0',
  'oldObject == null || object.spec.replicas - oldObject.spec.replicas < 2',
  'double(object.spec.replicas) / 2.0 < 1.5',
  'object.spec.replicas > dyn("2")',
];
const ofData: readonly string[] = [
  "object.data.a.matches('^[0-9]+$')",
  'int(object.data.a) > 0',
  "object.data.exists_one(k, object.data[k] == '')",
  "'c' in object.data && object.data.c.split(',').size() < 2",
  'object.data.map(k, object.data[k]).join("").size() < 4',
  'object.data == oldObject.data',
  "object.data['b'].charAt(1) == 'r'",
  'size(object.data.b) == 1 && size(bytes(object.data.b)) == 2',
];
const ofClaims: readonly string[] = [
  "quantity(object.spec.resources.requests.storage).isLessThan(quantity('2Gi'))",
  'isQuantity(object.spec.resources.requests.storage)',
  "object.spec.accessModes.exists(m, m == 'ReadOnlyMany')",
  'oldObject == null || quantity(oldObject.spec.resources.requests.storage).compareTo(quantity(object.spec.resources.requests.storage)) <= 0',
  "has(object.spec.volumeMode) && object.spec.volumeMode == 'Filesystem'",
];
const ofFoos: readonly string[] = [
  "object.spec.size != 'l'",
  'object.spec.doors.all(d, d.open)',
  'object.spec.tags.sort() == object.spec.tags',
  'object.spec.loose.a == 1',
  'object.spec.ratio < 1.1',
  'sets.contains(object.spec.tags, ["x"])',
  'has(object.status) && object.status.replicas == object.spec.replicas',
];
const ofPods: readonly string[] = [
  "POD.containers.all(c, !has(c.image) || c.image.contains('nginx'))",
  'POD.containers.filter(c, has(c.resources) && has(c.resources.limits)).size() > 0',
  'POD.containers.all(c, has(c.securityContext) && has(c.securityContext.runAsNonRoot) && c.securityContext.runAsNonRoot)',
  "POD.containers.map(c, c.name).all(n, n in ['web', 'side'])",
  '!has(POD.hostNetwork) || !POD.hostNetwork',
  "POD.containers[0].env.exists(e, e.name == 'A')",
  "POD.containers[1].name == 'side'",
  'POD.volumes.all(v, !has(v.hostPath))',
  "quantity(POD.containers[0].resources.requests['cpu']).isGreaterThan(quantity('200m'))",
  'POD.?securityContext.?runAsUser.orValue(1) > 0',
  "has(POD.tolerations) && POD.tolerations.exists(t, has(t.key) && t.key.endsWith('ready'))",
  "POD.containers.exists_one(c, c.name == 'web') && POD.serviceAccountName == 'default'",
  'POD.priority > 0',
];

/** A Boolean expression about the objects of a kind; some fail when they are evaluated. */
export function condition(shape: Shape, sees: { readonly namespace: boolean; readonly params: boolean }): Maker {
  const own = [
    ...(shape.podSpec === undefined ? [] : ofPods.map((text) => text.replaceAll('POD', shape.podSpec ?? ''))),
    ...(shape.replicas === true ? ofReplicas : []),
    ...(shape.data === true ? ofData : []),
    ...(shape.claim === true ? ofClaims : []),
    ...(shape.foo === true ? ofFoos : []),
  ];
  const simple = any(
    ...among(conditions),
    ...own,
    ...own,
    ...(sees.namespace ? ofNamespaces : []),
    ...(sees.params ? [...ofParams, ...ofParams] : []),
  );
  return (chance) => {
    const [one, other] = [String(simple(chance)), String(simple(chance))];
    const roll = chance.integer(12);
    if (roll === 0) return `!(${one})`;
    if (roll === 1) return `(${one}) || (${other})`;
    if (roll === 2) return `(${one}) && (${other})`;
    if (roll === 3) return `(${one}) ? (${other}) : true`;
    return one;
  };
}

function among(texts: readonly string[]): [string, ...string[]] {
  const [first = '', ...others] = texts;
  return [first, ...others];
}

/** Expressions that the server refuses when they are written. */
export const uncompiled = any(
  'object.',
  'nothing == 1',
  'object.metadata.name',
  "1 + 'a' == 2",
  'variables.none == 1',
  'object.metadata.name.nope()',
  "'a' == 'b' ? 1 : 'x'",
  'params.data.a == 1 &&',
  '[1, 2].all(x, y)',
  "object.metadata.name.matches('[')",
);

/** A text for a message; some fail, are empty or are of several lines, and the server says something else. */
export const messages = any(
  "'name ' + object.metadata.name",
  "'%s by %s'.format([request.operation, request.userInfo.username])",
  "object.metadata.labels['a'] + '!'",
  "''",
  "' x '",
  "'two\\nlines'",
  "string(size(object.metadata.name)) + ' of ' + request.kind.kind",
  "'replicas: ' + string(object.spec.replicas)",
  "'%.2f %d %s'.format([1.5, 3, [1, 'a', {'b': null}]])",
);

/** Variables of a policy; a later one may name those before it. */
export const variables = list(
  any(
    { name: 'labels', expression: 'has(object.metadata.labels) ? object.metadata.labels : {}' },
    { name: 'labelsAgain', expression: 'object.metadata.labels' },
    { name: 'name', expression: 'object.metadata.name.upperAscii()' },
    { name: 'isNew', expression: 'oldObject == null' },
    { name: 'bad', expression: '1 / 0' },
    { name: 'count', expression: 'size(object.metadata.name) + 1' },
    { name: 'list', expression: "['x', object.metadata.name]" },
    { name: 'team', expression: "namespaceObject.metadata.labels['team']" },
  ),
  1,
  4,
  'name',
);
const byVariable: Readonly<Record<string, readonly string[]>> = {
  labels: ["'a' in variables.labels", 'size(variables.labels) < 2'],
  labelsAgain: ["variables.labelsAgain['b'] == 'x'", 'variables.labelsAgain.size() > 0'],
  name: ["variables.name == 'WEB'", "variables.name.contains('E')"],
  isNew: ['variables.isNew', '!variables.isNew || true'],
  bad: ['variables.bad == 1', 'true || variables.bad == 1'],
  count: ['variables.count > 3', 'variables.count == 4'],
  list: ["'web' in variables.list", 'variables.list.size() == 2 && variables.list[1] == object.metadata.name'],
  team: ["variables.team == 'red'"],
};

/** A Boolean expression that names a variable. */
export function ofVariable(name: string): Maker {
  return any(...among(byVariable[name] ?? ['true']));
}

/** Audit annotations, whose values no answer shows but where one is of a wrong type. */
export const auditAnnotations = list(
  map({
    'key!': any('k', 'l'),
    'valueExpression!': any("'a ' + object.metadata.name", 'null', "object.metadata.labels['a']", 'dyn(1)', "''"),
  }),
  1,
  2,
  'key',
);
