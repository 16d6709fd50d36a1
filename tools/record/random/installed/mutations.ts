import { any, type Json, type Maker } from '../makers.ts';
import type { Shape } from './expressions.ts';

const metadata: readonly string[] = [
  'Object{metadata: Object.metadata{labels: {"p": "x"}}}',
  'Object{metadata: Object.metadata{labels: {"p": request.operation.lowerAscii(), "a": "x"}}}',
  'Object{metadata: Object.metadata{annotations: {"who": request.userInfo.username, "n": string(size(object.metadata.name))}}}',
  'has(object.metadata.labels) && "p" in object.metadata.labels ? Object{metadata: Object.metadata{labels: {"q": "y"}}} : Object{metadata: Object.metadata{labels: {"p": "x"}}}',
  'Object{}',
  'Object{metadata: Object.metadata{}}',
  'Object{metadata: Object.metadata{labels: {"p": object.metadata.labels["a"]}}}',
  'Object{metadata: Object.metadata{labels: {"p": "not valid"}}}',
  'Object{metadata: Object.metadata{finalizers: ["x.io/f"]}}',
  'Object{metadata: Object.metadata{annotations: {"n": 1}}}',
  'Object{metadata: Object.metadata{name: "other"}}',
  'Object{metadata: Object.metadata{labels: {"count": string(int(object.metadata.?labels[?"count"].orValue("0")) + 1)}}}',
  'Object{metadata: Object.metadata{nope: "x"}}',
  'Object{apiVersion: "v9", kind: "Else"}',
];
const ofReplicas: readonly string[] = [
  'Object{spec: Object.spec{replicas: 3}}',
  'has(object.spec.replicas) && object.spec.replicas > 3 ? Object{spec: Object.spec{replicas: 3}} : Object{}',
  'Object{spec: Object.spec{replicas: object.spec.replicas + 1}}',
  'Object{spec: Object.spec{replicas: "3"}}',
  'Object{spec: Object.spec{replicas: -1}}',
  'Object{spec: Object.spec{minReadySeconds: int(3.7)}}',
];
const ofData: readonly string[] = [
  'Object{data: {"d": "1"}}',
  'Object{data: {"a": object.data.a + "+"}}',
  'Object{data: object.data}',
  'Object{data: {"d": object.metadata.name, "é": "ü"}}',
  'Object{data: {"d": 1}}',
  'Object{data: {}}',
  'Object{immutable: true}',
  'Object{binaryData: {"e": "YQ=="}}',
];
const ofClaims: readonly string[] = [
  'Object{spec: Object.spec{volumeMode: "Block"}}',
  'Object{spec: Object.spec{resources: Object.spec.resources{requests: {"storage": "2Gi"}}}}',
  'Object{spec: Object.spec{accessModes: ["ReadWriteMany"]}}',
  'Object{spec: Object.spec{storageClassName: ""}}',
];
const ofFoos: readonly string[] = [
  'Object{spec: Object.spec{size: "l"}}',
  'Object{spec: Object.spec{tags: ["w"]}}',
  'Object{spec: Object.spec{doors: [Object.spec.doors{name: "back"}]}}',
  'Object{spec: Object.spec{doors: object.spec.doors.map(d, Object.spec.doors{name: d.name, open: !d.open})}}',
  'Object{spec: Object.spec{loose: Object.spec.loose{a: 2}}}',
  'Object{spec: Object.spec{ratio: 2.0}}',
  'Object{spec: Object.spec{size: "huge"}}',
  'Object{status: Object.status{phase: "Set"}}',
];
const ofPods: readonly string[] = [
  'containers: POD.containers.map(c, Object.TYPE.containers{name: c.name, imagePullPolicy: "Always"})',
  'containers: [Object.TYPE.containers{name: "web", env: [Object.TYPE.containers.env{name: "A", value: "9"}, Object.TYPE.containers.env{name: "C", value: object.metadata.name}]}]',
  'containers: [Object.TYPE.containers{name: "log", image: "log:1"}]',
  'initContainers: [Object.TYPE.initContainers{name: "first", image: "i:1", restartPolicy: "Always"}]',
  'nodeSelector: {"zone": "b"}',
  'tolerations: [Object.TYPE.tolerations{key: "k", operator: "Exists"}]',
  'securityContext: Object.TYPE.securityContext{runAsNonRoot: true, seccompProfile: Object.TYPE.securityContext.seccompProfile{type: "RuntimeDefault"}}',
  'containers: POD.containers.filter(c, !has(c.resources.limits)).map(c, Object.TYPE.containers{name: c.name, resources: Object.TYPE.containers.resources{limits: {"cpu": "1"}}})',
  'volumes: [Object.TYPE.volumes{name: "v", emptyDir: Object.TYPE.volumes.emptyDir{}}]',
  'hostNetwork: true',
  'terminationGracePeriodSeconds: 7',
  'containers: [Object.TYPE.containers{image: "x"}]',
  'containers: [Object.TYPE.containers{name: "web", securityContext: Object.TYPE.containers.securityContext{allowPrivilegeEscalation: false, capabilities: Object.TYPE.containers.securityContext.capabilities{drop: ["ALL"]}}}]',
  'priorityClassName: "missing"',
  'nope: 1',
];

/** An apply configuration for objects of a kind; some fail, or make what the kind refuses. */
export function configuration(shape: Shape): Maker {
  const { podSpec } = shape;
  const own = [
    ...(podSpec === undefined ? [] : ofPods.map((text) => wrapped(podSpec, text))),
    ...(shape.replicas === true ? ofReplicas : []),
    ...(shape.data === true ? ofData : []),
    ...(shape.claim === true ? ofClaims : []),
    ...(shape.foo === true ? ofFoos : []),
  ];
  return any(metadata[0] ?? '', ...metadata, ...own, ...own);
}

/** An object with fields of its Pod's spec, at whatever depth that is. */
function wrapped(podSpec: string, fields: string): string {
  const type = podSpec.slice('object.'.length);
  const text = fields.replaceAll('POD', podSpec).replaceAll('TYPE', type);
  return type.split('.').reduceRight((inner, _name, index, all) => {
    const path = all.slice(0, index + 1);
    const outer = index === 0 ? 'Object' : `Object.${path.slice(0, -1).join('.')}`;
    return `${outer}{${path.at(-1)}: ${inner}}`;
  }, `Object.${type}{${text}}`);
}

const patches: readonly string[] = [
  '[JSONPatch{op: "add", path: "/metadata/labels/p", value: "x"}]',
  '[JSONPatch{op: "add", path: "/metadata/labels", value: {"p": "x", "b": object.metadata.name}}]',
  'has(object.metadata.labels) ? [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("x.io/p~q"), value: "1"}] : [JSONPatch{op: "add", path: "/metadata/labels", value: {}}]',
  '[JSONPatch{op: "test", path: "/metadata/labels/a", value: "x"}, JSONPatch{op: "replace", path: "/metadata/labels/a", value: "z"}]',
  '[JSONPatch{op: "remove", path: "/metadata/labels/a"}]',
  '[JSONPatch{op: "remove", path: "/metadata/annotations"}]',
  '[JSONPatch{op: "copy", from: "/metadata/name", path: "/metadata/labels"}]',
  '[JSONPatch{op: "add", path: "/metadata/annotations", value: Object.metadata.annotations{n: "2"}}]',
  '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"n": 1}}]',
  '[JSONPatch{op: "move", from: "/metadata/labels", path: "/metadata/annotations"}]',
  '[]',
  '[JSONPatch{op: "nope", path: "/x", value: 1}]',
  '[JSONPatch{op: "add", path: "metadata", value: {}}]',
  '[JSONPatch{op: "add", path: "/nope", value: {"a": [1, 2.5, true, null, "x"]}}]',
  '[JSONPatch{op: "replace", path: "/metadata/name", value: "other"}]',
  '[JSONPatch{op: "add", path: "/metadata/managedFields", value: []}]',
  'object.metadata.labels.map(k, JSONPatch{op: "replace", path: "/metadata/labels/" + jsonpatch.escapeKey(k), value: "r"})',
];
const patchesOfReplicas: readonly string[] = [
  '[JSONPatch{op: "replace", path: "/spec/replicas", value: 2}]',
  '[JSONPatch{op: "add", path: "/spec/replicas", value: 2.5}]',
  '[JSONPatch{op: "test", path: "/spec/replicas", value: 1}, JSONPatch{op: "add", path: "/spec/replicas", value: object.spec.replicas + 1}]',
  '[JSONPatch{op: "remove", path: "/spec/replicas"}]',
];
const patchesOfData: readonly string[] = [
  '[JSONPatch{op: "add", path: "/data/d", value: "1"}]',
  '[JSONPatch{op: "move", from: "/data/a", path: "/data/z"}]',
  '[JSONPatch{op: "add", path: "/data", value: object.data.transformMap(k, v, v + "!")}]',
  '[JSONPatch{op: "add", path: "/data/d", value: true}]',
  'object.data.map(k, JSONPatch{op: "add", path: "/data/" + k + "2", value: object.data[k]})',
];
const patchesOfPods: readonly string[] = [
  '[JSONPatch{op: "add", path: "/PATH/containers/-", value: Object.TYPE.containers{name: "log", image: "log:1"}}]',
  '[JSONPatch{op: "add", path: "/PATH/containers/0/imagePullPolicy", value: "Never"}]',
  '[JSONPatch{op: "add", path: "/PATH/tolerations", value: [{"key": "k", "operator": "Exists"}]}]',
  '[JSONPatch{op: "remove", path: "/PATH/containers/1"}]',
  '[JSONPatch{op: "add", path: "/PATH/nodeSelector", value: {"zone": "c"}}]',
  '[JSONPatch{op: "replace", path: "/PATH/containers/0/name", value: "renamed"}]',
  '[JSONPatch{op: "add", path: "/PATH/securityContext", value: Object.TYPE.securityContext{runAsUser: 0}}]',
];
const patchesOfFoos: readonly string[] = [
  '[JSONPatch{op: "add", path: "/spec/doors/-", value: {"name": "side"}}]',
  '[JSONPatch{op: "add", path: "/spec/loose", value: {"a": [1, {"b": 2.5}], "c": null}}]',
  '[JSONPatch{op: "replace", path: "/spec/size", value: "huge"}]',
  '[JSONPatch{op: "add", path: "/spec/tags/0", value: "v"}]',
  '[JSONPatch{op: "remove", path: "/kind"}]',
];

/** A JSON patch for objects of a kind; some fail, or make what the kind refuses. */
export function patch(shape: Shape): Maker {
  const type = shape.podSpec?.slice('object.'.length) ?? '';
  const path = type.replaceAll('.', '/');
  const own = [
    ...(type === '' ? [] : patchesOfPods.map((text) => text.replaceAll('PATH', path).replaceAll('TYPE', type))),
    ...(shape.replicas === true ? patchesOfReplicas : []),
    ...(shape.data === true ? patchesOfData : []),
    ...(shape.foo === true ? patchesOfFoos : []),
  ];
  return any(patches[0] ?? '', ...patches, ...own, ...own);
}

/** A mutation as a policy holds it. */
export function mutation(shape: Shape): Maker {
  const [configured, patched] = [configuration(shape), patch(shape)];
  return (chance): Json =>
    chance.once(3)
      ? { patchType: 'JSONPatch', jsonPatch: { expression: patched(chance) ?? '' } }
      : { patchType: 'ApplyConfiguration', applyConfiguration: { expression: configured(chance) ?? '' } };
}
