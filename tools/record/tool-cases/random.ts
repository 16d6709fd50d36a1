import { isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { type Case, caseOf, type NamedObjects } from './case.ts';

/** How many cases by chance each folder of recordings has, and the seed that they begin after. */
const chances: Readonly<Record<string, { readonly count: number; readonly seed: number }>> = {
  kubectl: { count: 20, seed: 0 },
  helm3: { count: 14, seed: 1000 },
  helm4: { count: 18, seed: 2000 },
  argocd: { count: 30, seed: 3000 },
  flux: { count: 18, seed: 4000 },
  'controller-runtime': { count: 26, seed: 5000 },
  terraform: { count: 12, seed: 6000 },
  pulumi: { count: 12, seed: 7000 },
  'flux-helm': { count: 10, seed: 6000 },
  crossplane: { count: 12, seed: 8000 },
  capi: { count: 12, seed: 9000 },
  'terraform-typed': { count: 24, seed: 10_000 },
};

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

/** A source of chance that goes the same way for the same seed. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761;
  }

  /** A number from 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  whether(share: number): boolean {
    return this.next() < share;
  }

  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Some items, in their order. */
  some<Item>(items: readonly Item[], share: number): Item[] {
    return items.filter(() => this.whether(share));
  }
}

/**
 * Returns cases by chance: two releases of a few objects, the second with changed and removed fields, removed and added
 * objects, and between them other managers at work.
 */
export function randomCases(folder: string, objects: NamedObjects): readonly Case[] {
  return Array.from({ length: chances[folder]?.count ?? 0 }, (_, index) => randomCase(folder, index + 1, objects));
}

function randomCase(folder: string, seed: number, objects: NamedObjects): Case {
  const chance = new Chance(seed + (chances[folder]?.seed ?? 0));
  const kinds = chance.some(Object.keys(makers), 0.45);
  const chosen = kinds.length > 0 ? kinds : ['ConfigMap'];
  const manifestBy = (kind: string) => {
    const manifest = manifestOf(kind, chance);
    if (folder === 'terraform') return asAnswered(manifest);
    return folder === 'pulumi' ? withoutWaiting(manifest) : manifest;
  };
  const made = chosen.map(manifestBy);
  const kept = made.filter(() => chance.whether(0.85));
  const next = kept.map((manifest) => (chance.whether(0.75) ? manifestBy(manifest.kind) : manifest));
  const added = Object.keys(makers)
    .filter((kind) => !chosen.includes(kind) && chance.whether(0.15))
    .map(manifestBy);
  const last = [...next, ...added].length > 0 ? [...next, ...added] : made;
  const tool = folder.startsWith('helm')
    ? 'helm'
    : folder === 'kubectl' && chance.whether(0.5)
      ? 'kubectl-client-side'
      : folder.replace('-typed', '');
  const hasBackup = [...made, ...last].some(({ kind }) => kind === 'Backup');
  const definition = hasBackup ? [{ kubectl: 'apply --server-side -f -', input: ['definition'] }] : [];
  const options = { ...optionsOf(tool, folder, chance), ...laterOptions(tool, seed, chance) };
  const first = firstOf(tool, folder, made, options, chance);
  const others = chance.some(disturbancesOf(made, chance), 0.5).slice(0, 3);
  // Terraform imports what another tool made, and cannot import what is not there.
  const isImported = tool === 'terraform' && !first.some((step) => isOfTool(step, tool));
  const data = {
    name: `random-${String(seed).padStart(2, '0')}`,
    about: `Two releases by chance (${[...new Set(last.map(({ kind }) => kind))].join(', ')}), with ${others.length} changes by others between them.`,
    tool,
    options: isImported ? { ...options, import: 'true' } : options,
    before: [...definition, ...first, ...others],
    manifests: isImported ? (next.length > 0 ? next : made) : last,
  };
  return caseOf(readData(data), folder, objects);
}

/**
 * A manifest as the server's answer has it. Of anything else Terraform says that the provider's result is inconsistent,
 * and remembers that it has to make the object anew, which no object shows.
 */
function asAnswered(manifest: Manifest): Manifest {
  const { stringData, ...others } = manifest;
  if (typeof stringData !== 'object' || stringData === null) {
    return JSON.parse(JSON.stringify(manifest).replaceAll('"0.2"', '"200m"'));
  }
  const encoded = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(String(text)).toString('base64')]);
  return { ...others, data: Object.fromEntries(encoded) };
}

/** A manifest for which Pulumi does not wait until controllers, which do not run, have made something of it. */
function withoutWaiting(manifest: Manifest): Manifest {
  return { ...manifest, metadata: { ...manifest.metadata, ...{ annotations: { 'pulumi.com/skipAwait': 'true' } } } };
}

function isOfTool(step: unknown, tool: string): boolean {
  return typeof step === 'object' && step !== null && 'tool' in step && step.tool === tool;
}

function readData(data: unknown): ValueMap {
  const parsed = parseJson(JSON.stringify(data));
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('a case by chance is no object');
  return parsed.value;
}

/** Options by which a release is made and changed. */
function optionsOf(tool: string, folder: string, chance: Chance): Record<string, string> {
  if (folder === 'helm4') {
    const mode = chance.one(['auto', 'auto', 'true', 'false']);
    const forced = mode !== 'false' && chance.whether(0.5);
    return { 'server-side': mode, ...(forced ? { 'force-conflicts': 'true' } : {}) };
  }
  switch (tool) {
    case 'kubectl':
      return {
        'field-manager': chance.one(['kubectl', 'pipeline']),
        ...(chance.whether(0.5) ? { 'force-conflicts': 'true' } : {}),
      };
    case 'argocd':
      return { prune: 'true', ...(chance.whether(0.6) ? { ServerSideApply: 'true' } : {}) };
    case 'flux':
      return { prune: 'true', ...(chance.whether(0.3) ? { 'override-manager': 'helm,kubectl-edit' } : {}) };
    case 'flux-helm':
      return {
        'driftDetection.mode': chance.one(['enabled', 'enabled', 'disabled']),
        ...(chance.whether(0.25) ? { 'install.serverSideApply': 'false' } : {}),
      };
    case 'controller-runtime': {
      const mode = chance.one(['Apply', 'Apply', 'CreateOrUpdate', 'CreateOrPatch']);
      const forced = mode === 'Apply' && chance.whether(0.5);
      return {
        mode,
        ...(mode === 'Apply' ? { FieldOwner: 'shop' } : {}),
        ...(forced ? { ForceOwnership: 'true' } : {}),
      };
    }
    case 'terraform':
      return chance.whether(0.6) ? { 'field_manager.force_conflicts': 'true' } : {};
    case 'pulumi':
      return {
        ...(chance.whether(0.5) ? { enableConfigMapMutable: 'true', enableSecretMutable: 'true' } : {}),
        ...(chance.whether(0.3) ? { enablePatchForce: 'true' } : {}),
        ...(chance.whether(0.3) ? { enableServerSideApply: 'false' } : {}),
      };
    case 'crossplane':
      return {
        ...(chance.whether(0.35) ? { 'enable-server-side-apply': 'false' } : {}),
        ...(chance.whether(0.35) ? { 'legacy-csa-field-managers': 'kubectl-client-side-apply,helm' } : {}),
      };
    case 'capi':
      return chance.whether(0.3) ? { controller: chance.one(['machinedeployment', 'machineset']) } : {};
    default:
      return {};
  }
}

/** Options of the last cases of a tool, which came later than the others. */
function laterOptions(tool: string, seed: number, chance: Chance): Record<string, string> {
  if (tool === 'argocd' && seed > 18) return respecting(chance);
  if (tool !== 'controller-runtime' || seed <= 12) return {};
  const mode = chance.one(['Apply', 'Extract', 'Extract', 'Patch', 'CreateOrUpdate', 'CreateOrPatch']);
  const isForced = chance.whether(0.7);
  return { mode, FieldOwner: 'shop', ForceOwnership: String(isForced), typed: String(chance.whether(0.8)) };
}

/** The last cases of Argo CD ignore differences. */
function respecting(chance: Chance): Record<string, string> {
  const deployment = { group: 'apps', kind: 'Deployment' };
  const rules = chance.some(
    [
      { ...deployment, jsonPointers: ['/spec/replicas'] },
      {
        ...deployment,
        jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web") | .image, .resources'],
      },
      {
        ...deployment,
        jqPathExpressions: ['.spec.template.spec.containers[].env[]? | select(.name != "LEVEL") | .value'],
      },
      { ...deployment, jsonPointers: ['/spec/template/spec/containers/0/ports', '/spec/template/spec/volumes/0'] },
      { group: '', kind: 'ConfigMap', jsonPointers: ['/data/a', '/data/y', '/metadata/labels/team'] },
      { group: '*', kind: '*', managedFieldsManagers: ['other', 'kubectl-edit', 'kube-controller-manager'] },
      { group: '', kind: 'Service', jqPathExpressions: ['.spec.ports[0].targetPort', '.spec.sessionAffinity'] },
      { group: 'store.example.com', kind: 'Backup', jsonPointers: ['/spec/targets/0/path', '/spec/keep'] },
      { group: '*.k8s.io', kind: 'Ingress', jqPathExpressions: ['.spec.rules[].http.paths[].path'] },
      { group: 'autoscaling', kind: 'Horizontal*', jsonPointers: ['/spec/maxReplicas', '/spec/metrics/0'] },
    ],
    0.5,
  );
  return { RespectIgnoreDifferences: 'true', ignoreDifferences: JSON.stringify(rules) };
}

/** The first release: mostly by the same tool, else by another one that is taken over from. */
function firstOf(
  tool: string,
  folder: string,
  made: readonly Manifest[],
  options: Record<string, string>,
  chance: Chance,
): unknown[] {
  if (tool === 'helm') {
    const version = folder === 'helm4' && chance.whether(0.35) ? { version: 'v3.22.0' } : {};
    const kept = 'version' in version ? {} : options;
    return [{ tool, ...version, options: kept, manifests: made }];
  }
  const other = chance.one<unknown>([
    { tool, options, manifests: made },
    { tool, options, manifests: made },
    { kubectl: 'apply -f -', input: made },
    { tool: 'helm', version: 'v3.22.0', manifests: made },
    { tool: 'kubectl', options: { 'field-manager': 'other' }, manifests: made },
  ]);
  return [other];
}

/** What others may do to objects that are there. */
function disturbancesOf(made: readonly Manifest[], chance: Chance): unknown[] {
  return made.flatMap((manifest) => {
    const { kind, metadata } = manifest;
    const at = `${kind.toLowerCase()} ${metadata.name}`;
    const annotated = { kubectl: `annotate ${at} example.com/seen=yes` };
    if (kind === 'Deployment') {
      return [
        { kubectl: `scale ${at} --replicas=${3 + chance.below(5)}` },
        { kubectl: `set env ${at} -c web LEVEL=trace EXTRA=yes` },
        { kubectl: `set image ${at} web=registry.example.com/shop/web:9.9.9` },
        scaledBy(metadata.name, 3 + chance.below(5)),
        annotated,
      ];
    }
    if (kind === 'ConfigMap') {
      return [
        { kubectl: `patch ${at} --field-manager=kubectl-edit -p '{"data":{"a":"edited","z":"added"}}'` },
        appliedBy('other', { ...headOf(manifest), data: { b: 'theirs', y: 'theirs' } }),
        annotated,
      ];
    }
    if (kind === 'Service')
      return [
        { kubectl: `patch ${at} --field-manager=kubectl-edit -p '{"spec":{"sessionAffinity":"ClientIP"}}'` },
        annotated,
      ];
    if (kind === 'Backup')
      return [
        { kubectl: `patch ${at} --type=merge --field-manager=kubectl-edit -p '{"spec":{"keep":30}}'` },
        annotated,
      ];
    return [annotated];
  });
}

function headOf({ apiVersion, kind, metadata }: Manifest): { [field: string]: unknown } {
  return { apiVersion, kind, metadata: { name: metadata.name, namespace: 'prod' } };
}

function appliedBy(manager: string, manifest: unknown): unknown {
  return { tool: 'kubectl', options: { 'field-manager': manager, 'force-conflicts': 'true' }, manifests: [manifest] };
}

function scaledBy(name: string, replicas: number): unknown {
  return {
    request: {
      method: 'PUT',
      path: `/apis/apps/v1/namespaces/prod/deployments/${name}/scale`,
      query: { fieldManager: 'kube-controller-manager' },
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name, namespace: 'prod' }, spec: { replicas } },
    },
  };
}

const makers: Readonly<Record<string, (chance: Chance) => Readonly<Record<string, unknown>>>> = {
  ConfigMap: (chance) => ({ apiVersion: 'v1', data: textsBy(chance, ['a', 'b', 'c', 'd']) }),
  Secret: (chance) => ({ apiVersion: 'v1', type: 'Opaque', stringData: textsBy(chance, ['user', 'key', 'extra']) }),
  Deployment: deploymentBy,
  Service: (chance) => ({ apiVersion: 'v1', spec: { selector: { app: 'web' }, ports: portsBy(chance) } }),
  Ingress: (chance) => ({ apiVersion: 'networking.k8s.io/v1', spec: { rules: hostsBy(chance) } }),
  HorizontalPodAutoscaler: scalerBy,
  Role: (chance) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', rules: rulesBy(chance) }),
  Backup: (chance) => ({ apiVersion: 'store.example.com/v1', spec: backupBy(chance) }),
};

function manifestOf(kind: string, chance: Chance): Manifest {
  const { apiVersion, ...content } = makers[kind]?.(chance) ?? {};
  const labels = chance.some(['team', 'tier', 'part'], 0.4).map((key) => [key, chance.one(['x', 'y'])]);
  const named = {
    name: kind === 'Deployment' || kind === 'HorizontalPodAutoscaler' ? 'web' : kind.toLowerCase(),
    namespace: 'prod',
  };
  const metadata = labels.length === 0 ? named : { ...named, labels: Object.fromEntries(labels) };
  return { apiVersion, kind, metadata, ...content };
}

function textsBy(chance: Chance, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(chance.some(keys, 0.7).map((key) => [key, String(chance.below(3))]));
}

function deploymentBy(chance: Chance): Readonly<Record<string, unknown>> {
  const sidecars = chance
    .some(['log', 'proxy'], 0.4)
    .map((name) => ({ name, image: `registry.example.com/shop/${name}:1.0.0` }));
  const volumes = chance.some(['tmp', 'cache'], 0.4);
  const container = {
    name: 'web',
    image: `registry.example.com/shop/web:1.${chance.below(3)}.0`,
    ...(chance.whether(0.8)
      ? { env: chance.some(['LEVEL', 'REGION', 'MODE'], 0.6).map((name) => ({ name, value: String(chance.below(3)) })) }
      : {}),
    ...(chance.whether(0.7) ? { ports: [{ containerPort: 8080 + chance.below(2), name: 'http' }] } : {}),
    ...(chance.whether(0.5)
      ? { resources: { requests: { cpu: chance.one(['100m', '0.2']) }, limits: { memory: '64Mi' } } }
      : {}),
    ...(volumes.length > 0 ? { volumeMounts: volumes.map((name) => ({ name, mountPath: `/${name}` })) } : {}),
  };
  const spec = {
    containers: chance.whether(0.3) ? [...sidecars, container] : [container, ...sidecars],
    ...(volumes.length > 0 ? { volumes: volumes.map((name) => ({ name, emptyDir: {} })) } : {}),
    ...(chance.whether(0.3) ? { terminationGracePeriodSeconds: 10 + chance.below(3) } : {}),
  };
  return {
    apiVersion: 'apps/v1',
    spec: {
      ...(chance.whether(0.7) ? { replicas: 1 + chance.below(3) } : {}),
      selector: { matchLabels: { app: 'web' } },
      ...(chance.whether(0.3) ? { strategy: { type: chance.one(['Recreate', 'RollingUpdate']) } } : {}),
      template: { metadata: { labels: { app: 'web' } }, spec },
    },
  };
}

function portsBy(chance: Chance): unknown[] {
  const more = chance.some(
    [
      { name: 'metrics', port: 9090 },
      { name: 'admin', port: 9000, protocol: 'TCP' },
    ],
    0.4,
  );
  return [{ name: 'http', port: 80, targetPort: chance.one<string | number>(['http', 8080]) }, ...more];
}

function hostsBy(chance: Chance): unknown[] {
  const hosts = ['shop.example.com', ...chance.some(['www.example.com'], 0.5)];
  return hosts.map((host) => ({
    host,
    http: {
      paths: [
        {
          path: chance.one(['/', '/shop']),
          pathType: 'Prefix',
          backend: { service: { name: 'service', port: { number: 80 } } },
        },
      ],
    },
  }));
}

function scalerBy(chance: Chance): Readonly<Record<string, unknown>> {
  const target = { type: 'Utilization', averageUtilization: 70 + chance.below(3) };
  return {
    apiVersion: 'autoscaling/v2',
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      ...(chance.whether(0.6) ? { minReplicas: 1 + chance.below(2) } : {}),
      maxReplicas: 4 + chance.below(3),
      ...(chance.whether(0.6)
        ? { metrics: [{ type: 'Resource', resource: { name: chance.one(['cpu', 'memory']), target } }] }
        : {}),
    },
  };
}

function rulesBy(chance: Chance): unknown[] {
  return [
    {
      apiGroups: [''],
      resources: chance.one([['pods'], ['pods', 'configmaps']]),
      verbs: chance.one([['get'], ['get', 'list']]),
    },
  ];
}

function backupBy(chance: Chance): Readonly<Record<string, unknown>> {
  return {
    schedule: chance.one(['0 3 * * *', '0 4 * * *']),
    ...(chance.whether(0.4) ? { keep: 3 + chance.below(3) } : {}),
    targets: chance.some(['db', 'files', 'logs'], 0.6).map((name) => ({ name, path: `/${name}/${chance.below(2)}` })),
  };
}
