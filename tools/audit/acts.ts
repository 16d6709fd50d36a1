/** Something that somebody does to a cluster: a kubectl line, or a request as a controller sends it. */
export type Act = CommandAct | RequestAct;

/** A kubectl line. `input` is its standard input; `edits` is what `sed` does where an editor opens. */
export interface CommandAct {
  readonly by: string;
  readonly line: string;
  readonly input?: string;
  readonly edits?: string;
}

/**
 * A request. Without a `body`, `change` makes one of the object that the server has, as controllers send it back.
 */
export interface RequestAct {
  readonly by: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly contentType?: string;
  readonly userAgent: string;
  readonly body?: string;
  readonly change?: (object: Json) => void;
}

/** A JSON object that a controller changes before it sends it back. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of a server, in a script that only records.
export type Json = any;

const bakery = '/api/v1/namespaces/bakery';
const apps = '/apis/apps/v1/namespaces/bakery';
const web = `${apps}/deployments/web`;
const oven = '/apis/bread.example.com/v1/namespaces/bakery/ovens/big';
const controller = 'kube-controller-manager/v1.36.3 (linux/amd64) kubernetes/8d1e5c3';
const deployments = `${controller}/system:serviceaccount:kube-system:deployment-controller`;
const autoscaler = `${controller}/system:serviceaccount:kube-system:horizontal-pod-autoscaler`;
const argo = 'argocd-application-controller/v0.0.0 (linux/amd64) kubernetes/$Format';
const operator = 'oven-operator/v0.4.1 (linux/amd64) controller-runtime';
const flux = 'kustomize-controller/v0.0.0 (linux/amd64) kubernetes/$Format';

const manifest = (image: string, more = '') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: bakery
  labels: {app: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: ${image}
          ports: [{containerPort: 80}]
          env: [{name: MODE, value: quick}]
          resources: {limits: {memory: 128Mi}}
${more}`;

const declared = (replicas: string, image: string, labels = '') =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', namespace: 'bakery', labels: { app: 'api', ...(labels === '' ? {} : { tier: labels }) } },
    spec: {
      ...(replicas === '' ? {} : { replicas: Number(replicas) }),
      selector: { matchLabels: { app: 'api' } },
      template: {
        metadata: { labels: { app: 'api' } },
        spec: { containers: [{ name: 'api', image, ports: [{ containerPort: 8080, protocol: 'TCP' }] }] },
      },
    },
  });

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ovens.bread.example.com
spec:
  group: bread.example.com
  scope: Namespaced
  names: {plural: ovens, singular: oven, kind: Oven, listKind: OvenList}
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: {specReplicasPath: .spec.racks, statusReplicasPath: .status.racks}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                racks: {type: integer, minimum: 1, default: 1}
                heat: {type: integer, maximum: 300}
                breads:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties: {name: {type: string}, minutes: {type: integer}}
            status:
              type: object
              properties:
                racks: {type: integer}
                phase: {type: string}
`;

const ovenManifest = (heat: number, more = '') => `apiVersion: bread.example.com/v1
kind: Oven
metadata: {name: big, namespace: bakery}
spec:
  heat: ${heat}
  breads:
    - {name: rye, minutes: 50}
${more}`;

/** What is recorded, in order. */
export const acts: readonly Act[] = [
  { by: 'olena', line: 'create namespace bakery' },
  // A Deployment by client-side apply, and what people do to it by hand.
  { by: 'olena', line: 'apply -f -', input: manifest('nginx:1.27') },
  { by: 'olena', line: 'get deployment web -n bakery -o yaml' },
  {
    by: 'kcm',
    method: 'PUT',
    path: `${web}/status`,
    userAgent: deployments,
    change: (object) => {
      object.metadata.annotations['deployment.kubernetes.io/revision'] = '1';
      object.status = { observedGeneration: 1, replicas: 2, updatedReplicas: 2, unavailableReplicas: 2 };
    },
  },
  {
    by: 'kcm',
    method: 'PUT',
    path: web,
    userAgent: deployments,
    change: (object) => {
      object.metadata.annotations['deployment.kubernetes.io/revision'] = '1';
    },
  },
  { by: 'bohdan', line: 'set image deployment/web web=nginx:1.28 -n bakery' },
  { by: 'bohdan', line: 'scale deployment web --replicas=5 -n bakery' },
  { by: 'bohdan', line: 'rollout restart deployment web -n bakery' },
  { by: 'bohdan', line: 'annotate deployment web -n bakery kubernetes.io/change-cause=incident-42' },
  { by: 'bohdan', line: 'edit deployment web -n bakery', edits: 's/value: quick/value: slow/' },
  {
    by: 'olena',
    line: 'apply -f -',
    input: manifest('nginx:1.28', '          livenessProbe: {httpGet: {path: /, port: 80}}\n'),
  },
  {
    by: 'hpa',
    method: 'PUT',
    path: `${web}/scale`,
    userAgent: autoscaler,
    change: (scale) => {
      scale.spec.replicas = 7;
    },
  },
  { by: 'argocd', line: 'apply --server-side --field-manager=argocd-controller -f -', input: manifest('nginx:1.29') },
  {
    by: 'argocd',
    line: 'apply --server-side --force-conflicts --field-manager=argocd-controller -f -',
    input: manifest('nginx:1.29'),
  },
  { by: 'argocd', line: 'apply --server-side --field-manager=argocd-controller -f -', input: manifest('nginx:1.29') },
  {
    by: 'argocd',
    line: 'apply --server-side --dry-run=server --force-conflicts --field-manager=argocd-controller -f -',
    input: manifest('nginx:1.30'),
  },
  {
    by: 'bohdan',
    line: `patch deployment web -n bakery --type=json -p '[{"op":"replace","path":"/spec/template/spec/containers/0/env/0/value","value":"quick"}]'`,
  },
  { by: 'bohdan', line: `patch deployment web -n bakery --type=merge -p '{"spec":{"minReadySeconds":5}}'` },
  {
    by: 'bohdan',
    line: `patch deployment web -n bakery -p '{"spec":{"template":{"spec":{"containers":[{"name":"web","imagePullPolicy":"Always"}]}}}}'`,
  },
  { by: 'bohdan', line: 'label deployment web -n bakery tier=front' },
  { by: 'bohdan', line: 'label deployment web -n bakery tier-' },
  {
    by: 'kcm',
    method: 'PATCH',
    path: `${web}/status`,
    contentType: 'application/merge-patch+json',
    userAgent: deployments,
    body: '{"status":{"readyReplicas":7,"replicas":7,"availableReplicas":7,"unavailableReplicas":null}}',
  },
  {
    by: 'bohdan',
    method: 'PATCH',
    path: `${web}/status`,
    contentType: 'application/strategic-merge-patch+json',
    userAgent: 'curl/8.5.0',
    body: '{"status":{"conditions":[{"type":"Available","status":"True","lastTransitionTime":"2026-11-23T10:00:00Z","lastUpdateTime":"2026-11-23T10:00:00Z"}]}}',
  },
  { by: 'bohdan', line: `patch deployment web -n bakery -p '{"spec":{"replicas":-1}}'` },
  { by: 'bohdan', line: `patch deployment none -n bakery -p '{"spec":{"replicas":1}}'` },
  {
    by: 'ci',
    method: 'PUT',
    path: web,
    userAgent: 'ci-deployer/2.0',
    change: (object) => {
      object.metadata.resourceVersion = '1';
      object.spec.replicas = 1;
    },
  },
  { by: 'intern', line: `patch deployment web -n bakery -p '{"spec":{"replicas":0}}'` },
  { by: 'bohdan', line: 'delete deployment web -n bakery' },
  // A Deployment by server-side apply under two managers.
  ...(
    [
      ['argocd', 'argocd-controller', 'force=true', argo, declared('3', 'api:1.0')],
      ['ci', 'ci', '', 'ci-deployer/2.0', declared('', 'api:1.1')],
      ['ci', 'ci', 'force=true', 'ci-deployer/2.0', declared('', 'api:1.1', 'back')],
      ['argocd', 'argocd-controller', '', argo, declared('3', 'api:1.0')],
      ['argocd', 'argocd-controller', 'force=true', argo, declared('', 'api:1.0')],
      ['ci', 'ci', '', 'ci-deployer/2.0', declared('2', 'api:1.0')],
    ] as const
  ).map(
    ([by, manager, force, userAgent, body]): Act => ({
      by,
      method: 'PATCH',
      path: `${apps}/deployments/api?fieldManager=${manager}${force === '' ? '' : `&${force}`}`,
      contentType: 'application/apply-patch+yaml',
      userAgent,
      body,
    }),
  ),
  {
    by: 'ci',
    method: 'PATCH',
    path: `${apps}/deployments/api?fieldManager=ci&force=true`,
    contentType: 'application/apply-patch+yaml',
    userAgent: 'ci-deployer/2.0',
    body: 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api, namespace: bakery}\nspec: {replicas: 4}\n',
  },
  {
    by: 'kcm',
    method: 'PATCH',
    path: `${apps}/deployments/api/status?fieldManager=status-writer&force=true`,
    contentType: 'application/apply-patch+yaml',
    userAgent: deployments,
    body: '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"api","namespace":"bakery"},"status":{"observedGeneration":4}}',
  },
  { by: 'olena', line: 'scale deployment api --replicas=1 -n bakery' },
  { by: 'olena', line: 'delete deployment api -n bakery --cascade=orphan --wait=false' },
  // A definition, and a custom resource with a controller.
  { by: 'olena', line: 'apply -f -', input: definition },
  { by: 'olena', line: 'wait --for=condition=established crd/ovens.bread.example.com' },
  { by: 'olena', line: 'apply -f -', input: ovenManifest(180) },
  {
    by: 'oven',
    method: 'PATCH',
    path: oven,
    contentType: 'application/merge-patch+json',
    userAgent: operator,
    body: '{"metadata":{"finalizers":["bread.example.com/cool-down"]}}',
  },
  {
    by: 'oven',
    method: 'PUT',
    path: `${oven}/status`,
    userAgent: operator,
    change: (object) => {
      object.status = { phase: 'Heating', racks: 1 };
    },
  },
  { by: 'olena', line: 'apply -f -', input: ovenManifest(220, '    - {name: wheat, minutes: 40}\n') },
  { by: 'olena', line: 'apply -f -', input: ovenManifest(900) },
  { by: 'bohdan', line: `patch oven big -n bakery --type=merge -p '{"spec":{"heat":200}}'` },
  { by: 'bohdan', line: 'scale oven big --replicas=3 -n bakery' },
  {
    by: 'bohdan',
    line: `patch oven big -n bakery --subresource=status --type=merge -p '{"status":{"phase":"Ready"}}'`,
  },
  { by: 'argocd', line: 'apply --server-side --field-manager=flux -f -', input: ovenManifest(210) },
  { by: 'argocd', line: 'apply --server-side --field-manager=flux --force-conflicts -f -', input: ovenManifest(210) },
  {
    by: 'oven',
    method: 'PUT',
    path: oven,
    userAgent: operator,
    change: (object) => {
      object.spec.racks = 4;
    },
  },
  { by: 'bohdan', line: 'delete oven big -n bakery --wait=false' },
  {
    by: 'oven',
    method: 'PATCH',
    path: oven,
    contentType: 'application/json-patch+json',
    userAgent: operator,
    body: '[{"op":"remove","path":"/metadata/finalizers"}]',
  },
  // Smaller objects.
  { by: 'olena', line: 'create configmap menu -n bakery --from-literal=rye=3 --from-literal=wheat=2' },
  { by: 'olena', line: 'label configmap menu -n bakery season=winter' },
  { by: 'olena', line: 'edit configmap menu -n bakery', edits: 's/wheat: "2"/wheat: "4"/' },
  {
    by: 'argocd',
    method: 'PATCH',
    path: `${bakery}/configmaps/menu?fieldManager=kustomize-controller&force=true`,
    contentType: 'application/apply-patch+yaml',
    userAgent: flux,
    body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"menu","namespace":"bakery"},"data":{"rye":"5"}}',
  },
  {
    by: 'olena',
    line: 'replace -f -',
    input: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: menu, namespace: bakery}\ndata: {rye: "6"}\n',
  },
  {
    by: 'bohdan',
    method: 'PATCH',
    path: `${bakery}/configmaps/menu`,
    contentType: 'application/merge-patch+json',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    body: '{"metadata":{"managedFields":[{}]}}',
  },
  {
    by: 'olena',
    line: 'apply --server-side -f -',
    input: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: menu, namespace: bakery}\ndata: {rye: "7"}\n',
  },
  { by: 'olena', line: 'expose deployment none -n bakery --port=80' },
  { by: 'olena', line: 'create service clusterip front -n bakery --tcp=80:8080' },
  { by: 'bohdan', line: `patch service front -n bakery -p '{"spec":{"ports":[{"name":"metrics","port":9090}]}}'` },
  {
    by: 'hpa',
    method: 'POST',
    path: `${bakery}/configmaps`,
    contentType: 'application/json',
    userAgent: 'curl/8.5.0',
    body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"order-"},"data":{"bread":"rye"}}',
  },
  { by: 'olena', line: 'create secret generic key -n bakery --from-literal=token=not-a-secret' },
  { by: 'olena', line: `patch secret key -n bakery -p '{"stringData":{"token":"changed"}}'` },
  { by: 'olena', line: 'delete configmap menu -n bakery' },
  { by: 'olena', line: 'autoscale deployment web -n bakery --min=2 --max=9' },
  { by: 'bohdan', line: `patch hpa web -n bakery --type=merge -p '{"spec":{"maxReplicas":12}}'` },
  {
    by: 'intern',
    method: 'DELETE',
    path: `${bakery}/configmaps`,
    userAgent: 'curl/8.5.0',
  },
  {
    by: 'kcm',
    method: 'DELETE',
    path: `${bakery}/configmaps`,
    userAgent: controller,
  },
];
