import { any, list, type Maker, map, oneOf } from './makers.ts';
import { key, name, optional, resources, yes } from './words.ts';

const fieldPath = any(
  'metadata.name',
  'metadata.namespace',
  "metadata.labels['a']",
  'status.podIP',
  'spec.nodeName',
  'status.hostIP',
  'spec.serviceAccountName',
  'metadata.uid',
);
const env = list(
  any(
    map({ 'name!': any('A', 'B', 'C', 'D'), value: any('1', '', 'x', 'true', '$(A)', '1.0') }),
    map({ 'name!': any('A', 'B', 'C', 'D'), 'value!': any('1', '2') }),
    map({
      'name!': any('E', 'F', 'D'),
      'valueFrom!': oneOf({
        fieldRef: map({ 'fieldPath!': fieldPath, apiVersion: 'v1' }),
        configMapKeyRef: map({ 'name!': name, 'key!': key, ...optional }),
        secretKeyRef: map({ 'name!': name, 'key!': key, ...optional }),
        resourceFieldRef: map({ 'containerName!': 'web', 'resource!': 'limits.cpu', divisor: any('1m', '1', 0, 1) }),
      }),
    }),
  ),
  0,
  4,
  'name',
);
const envFrom = list(
  map({
    'prefix?': any('P_', 'q'),
    '...': oneOf({ configMapRef: map({ 'name!': name, ...optional }), secretRef: map({ 'name!': name, ...optional }) }),
  }),
  0,
  3,
);
const containerPorts = list(
  map({
    'containerPort!': any(80, 53, 8080, 443),
    name: any('http', 'dns', 'web', 'm'),
    protocol: any('TCP', 'UDP', 'SCTP'),
    'hostPort?': any(8080, 9090),
    'hostIP?': any('127.0.0.1', '::1', '10.0.0.1'),
  }),
  0,
  3,
  'containerPort',
  'protocol',
);
const port = any(80, 'http', 8080, 'web', '443');
const httpGet = map({
  'port!': port,
  path: any('/', '/healthz', ''),
  scheme: any('HTTP', 'HTTPS'),
  'host?': any('localhost', '10.0.0.1'),
  httpHeaders: list(map({ 'name!': any('X-A', 'X-B', 'x-a'), 'value!': any('1', '') }), 0, 2),
});
const action = {
  httpGet,
  exec: map({ command: list(any('sh', '-c', 'true'), 0, 3) }),
  tcpSocket: map({ 'port!': port, 'host?': 'h' }),
};
const probe = map({
  '...': oneOf({ ...action, grpc: map({ 'port!': any(80, 443), service: any('s', '') }) }),
  initialDelaySeconds: any(0, 1, 5),
  timeoutSeconds: any(0, 1, 5),
  periodSeconds: any(0, 7, 10),
  successThreshold: any(1, 0),
  failureThreshold: any(0, 3, 4),
  'terminationGracePeriodSeconds?': any(5, 10),
});
const handler = oneOf({ ...action, sleep: map({ 'seconds!': any(1, 3) }) });
/** Options of SELinux. */
export const seLinux = map({ level: any('s0:c1,c2', ''), 'user?': 'u', 'role?': 'r', 'type?': 't' });
/** A seccomp profile. */
export const seccomp = any(
  { type: 'RuntimeDefault' },
  { type: 'Unconfined' },
  { type: 'Localhost', localhostProfile: 'p/x.json' },
);
const containerSecurity = map({
  runAsUser: any(0, 1, 1000),
  runAsGroup: any(0, 5),
  runAsNonRoot: yes,
  readOnlyRootFilesystem: yes,
  'privileged?': false,
  'allowPrivilegeEscalation?': yes,
  capabilities: map({ add: list(any('NET_ADMIN', 'SYS_TIME'), 0, 2), drop: list(any('ALL', 'KILL'), 0, 2) }),
  seccompProfile: seccomp,
  'seLinuxOptions?': seLinux,
  'procMount?': any('Default'),
  'appArmorProfile?': any({ type: 'RuntimeDefault' }, { type: 'Localhost', localhostProfile: 'x' }),
  'windowsOptions?': map({ runAsUserName: 'U', 'hostProcess?': false, gmsaCredentialSpecName: 'g' }),
});
/** The names that volumes and mounts share. */
export const volumeNames = any('v', 'w', 'cfg');
const mounts = list(
  map({
    'name!': volumeNames,
    'mountPath!': any('/v', '/w', '/etc/cfg'),
    readOnly: yes,
    subPath: any('s', ''),
    'mountPropagation?': any('None', 'HostToContainer'),
    'subPathExpr?': '$(A)',
    'recursiveReadOnly?': any('Disabled', 'IfPossible'),
  }),
  0,
  2,
  'mountPath',
);
const image = any(
  'nginx',
  'nginx:1',
  'nginx:latest',
  'busybox:1.2',
  `r.io/x/y@sha256:${'a'.repeat(64)}`,
  'localhost:5000/i',
);
const common = {
  'image!': image,
  command: list(any('sh', '-c', 'x'), 0, 3),
  args: list(any('y', 'z', ''), 0, 3),
  env,
  'envFrom?': envFrom,
  resources,
  securityContext: containerSecurity,
  volumeMounts: mounts,
  imagePullPolicy: any('Always', 'IfNotPresent', 'Never', ''),
  'workingDir?': any('/x', ''),
  'terminationMessagePath?': any('/m', ''),
  'terminationMessagePolicy?': any('File', 'FallbackToLogsOnError', ''),
  'stdin?': yes,
  'stdinOnce?': yes,
  'tty?': yes,
  'volumeDevices?': list(map({ 'name!': volumeNames, 'devicePath!': any('/dev/a', '/dev/b') }), 0, 1),
};
const running = {
  ports: containerPorts,
  livenessProbe: probe,
  readinessProbe: probe,
  'startupProbe?': probe,
  'lifecycle?': map({ postStart: handler, preStop: handler }),
  'resizePolicy?': list(
    map({ 'resourceName!': any('cpu', 'memory'), 'restartPolicy!': any('NotRequired', 'RestartContainer') }),
    0,
    2,
    'resourceName',
  ),
};
/** A container with one of some names. */
export const container = (names: Maker): Maker => map({ 'name!': names, ...common, ...running });
/** A container that runs before the others, or beside them. */
export const initContainer = map({
  'name!': any('i1', 'i2'),
  ...common,
  'restartPolicy?': 'Always',
  'ports?': containerPorts,
});
/** A debugging container as `kubectl debug` adds one. */
export const ephemeralContainer = map({
  'name!': any('dbg', 'dbg2'),
  'image!': image,
  'command?': list('sh', 1, 1),
  'env?': env,
  'stdin?': yes,
  'tty?': yes,
  'targetContainerName?': 'web',
  'imagePullPolicy?': any('Always', 'Never'),
});
