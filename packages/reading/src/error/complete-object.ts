import { isList, isMap, mapAt, stringAt, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';

/**
 * Adds the fields that a kind requires, so that a request is not refused for another reason than the one at hand.
 * Fields that are there stay; kinds without a rule do not change.
 */
export function completeObject(kind: string, object: ValueMap): ValueMap {
  if (kind === 'CustomResourceDefinition') return completeDefinition(object);
  const rule = rules[kind];
  return rule === undefined ? object : withEntry(object, 'spec', rule(mapAt(object, 'spec') ?? new Map()));
}

/** The name of a definition has its plural name and its group. */
function completeDefinition(object: ValueMap): ValueMap {
  const [plural = '', ...group] = (stringAt(mapAt(object, 'metadata'), 'name') ?? '').split('.');
  const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1).replace(/s$/, '')}`;
  return change(object, 'spec', (spec) => {
    const named = change(given(given(spec, 'group', group.join('.')), 'scope', 'Namespaced'), 'names', (names) =>
      given(given(names, 'plural', plural), 'kind', kind),
    );
    return given(named, 'versions', [version]);
  });
}

const version: Value = new Map<string, Value>([
  ['name', 'v1'],
  ['served', true],
  ['storage', true],
  ['schema', new Map([['openAPIV3Schema', new Map([['type', 'object']])]])],
]);

type Rule = (spec: ValueMap) => ValueMap;

const rules: Readonly<Record<string, Rule>> = {
  Deployment: workload,
  ReplicaSet: workload,
  DaemonSet: workload,
  StatefulSet: (spec) => workload(given(spec, 'serviceName', 'web')),
  Job: (spec) => withPod(spec, 'template', 'Never'),
  CronJob: (spec) =>
    change(given(spec, 'schedule', '0 0 * * *'), 'jobTemplate', (job) =>
      change(job, 'spec', (inner) => withPod(inner, 'template', 'Never')),
    ),
  Pod: podSpec,
  Service: (spec) => given(spec, 'ports', [new Map([['port', 80n]])]),
  HorizontalPodAutoscaler: (spec) =>
    given(
      given(spec, 'maxReplicas', 10n),
      'scaleTargetRef',
      new Map([
        ['apiVersion', 'apps/v1'],
        ['kind', 'Deployment'],
        ['name', 'web'],
      ]),
    ),
  Ingress: (spec) => (spec.has('rules') ? spec : change(spec, 'defaultBackend', backend)),
};

function backend(value: ValueMap): ValueMap {
  return change(value, 'service', (service) =>
    change(given(service, 'name', 'web'), 'port', (port) => (port.size > 0 ? port : new Map([['number', 80n]]))),
  );
}

function workload(spec: ValueMap): ValueMap {
  const labels = mapAt(mapAt(spec, 'selector'), 'matchLabels') ?? new Map([['app', 'web']]);
  const selected = change(spec, 'selector', (selector) => given(selector, 'matchLabels', labels));
  return withPod(selected, 'template', undefined, labels);
}

function withPod(spec: ValueMap, name: string, restartPolicy: string | undefined, labels?: ValueMap): ValueMap {
  return change(spec, name, (template) => {
    const labelled =
      labels === undefined
        ? template
        : change(template, 'metadata', (metadata) => change(metadata, 'labels', (own) => new Map([...labels, ...own])));
    return change(labelled, 'spec', (pod) =>
      podSpec(restartPolicy === undefined ? pod : given(pod, 'restartPolicy', restartPolicy)),
    );
  });
}

function podSpec(pod: ValueMap): ValueMap {
  const containers = pod.get('containers');
  const items = isList(containers) && containers.length > 0 ? containers : [new Map([['name', 'web']])];
  return withEntry(
    pod,
    'containers',
    items.map((item) => (isMap(item) ? given(given(item, 'name', 'web'), 'image', 'nginx') : item)),
  );
}

function given(map: ValueMap, name: string, value: Value): ValueMap {
  return map.has(name) ? map : withEntry(map, name, value);
}

function change(map: ValueMap, name: string, rule: Rule): ValueMap {
  const value = map.get(name);
  return value !== undefined && !isMap(value) ? map : withEntry(map, name, rule(value ?? new Map()));
}
