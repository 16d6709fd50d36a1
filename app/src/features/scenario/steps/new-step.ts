import type { AnnotatedText } from '@managed-fields/player';
import {
  addStep,
  type NewStep,
  nextStepId,
  type Outcome,
  type Scenario,
  type StepKind,
} from '@managed-fields/scenario';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { usePlayback } from '../../../core/engine/playback-store.ts';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';

/** Names of managers that are common in clusters, for new steps. */
const usualManagers: Readonly<Partial<Record<StepKind, readonly string[]>>> = {
  apply: ['kubectl', 'helm', 'ops', 'platform', 'ci'],
  create: ['kubectl-create'],
  update: ['controller'],
  'merge-patch': ['kubectl-patch'],
  'strategic-merge-patch': ['kubectl-edit'],
  'json-patch': ['kubectl-patch'],
  scale: ['kube-controller-manager'],
  reset: ['kubectl-patch'],
};

/** What a new step starts from: the object that the step before left, if there is one. */
export interface Before {
  /** As an outcome names it: `apps/v1 Deployment default/api`. */
  readonly object: Outcome['object'];
  readonly result: AnnotatedText | undefined;
}

/** Returns a new step of a kind, with a manager that does not apply yet and the shortest text that works. */
export function newStep(kind: Exclude<StepKind, 'kubectl' | 'tool'>, scenario: Scenario, before: Before): NewStep {
  const taken = new Set(
    scenario.steps.flatMap((step) => (step.kind === kind && 'manager' in step ? [step.manager] : [])),
  );
  const usual = usualManagers[kind] ?? [];
  const fitting = kind === 'status' ? [statusManager(before.object)] : usual;
  const manager = (kind === 'apply' ? fitting.find((name) => !taken.has(name)) : undefined) ?? fitting[0];
  return { kind, text: template(kind, before), ...(manager === undefined ? {} : { manager }) };
}

/** Who writes the status of a kind in a cluster; of a custom kind its controller, as most projects call theirs. */
function statusManager(object: string | undefined): string {
  const [apiVersion = '', kind = ''] = object?.split(' ') ?? [];
  if (kind === 'Pod' || kind === 'Node') return 'kubelet';
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io');
  return isBuiltIn ? 'kube-controller-manager' : `${kind.toLowerCase()}-controller`;
}

function template(kind: Exclude<StepKind, 'kubectl' | 'tool'>, { object, result }: Before): string {
  switch (kind) {
    case 'live':
    case 'reset':
    case 'delete':
      return '';
    case 'apply':
    case 'create':
      return head(object);
    case 'update':
    case 'status':
      return result === undefined ? head(object) : withoutServerFields(result);
    case 'merge-patch':
    case 'strategic-merge-patch':
      return 'metadata:\n  labels:\n    example: "true"\n';
    case 'json-patch':
      return '- op: add\n  path: /metadata/labels/example\n  value: "true"\n';
    case 'scale':
      return 'spec:\n  replicas: 3\n';
    case 'crd':
      return crd;
  }
}

/** The head of an object as an outcome names it: its apiVersion, kind and name. */
export function head(object: string | undefined): string {
  const [apiVersion = 'v1', kind = 'ConfigMap', path = 'example'] = object?.split(' ') ?? [];
  const [namespace, name] = path.includes('/') ? path.split('/') : [undefined, path];
  const place = namespace === undefined || namespace === 'default' ? '' : `\n  namespace: ${namespace}`;
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name ?? 'example'}${place}\n`;
}

/** Returns the object without managedFields and without the fields that only the server writes. */
function withoutServerFields({ text, managedFields }: AnnotatedText): string {
  const rest =
    managedFields === undefined
      ? text
      : `${text.slice(0, lineStart(text, managedFields.from))}${text.slice(nextLine(text, managedFields.to))}`;
  return rest.replace(/^metadata:\n(?: .*\n)*/m, (metadata) =>
    metadata.replace(/^ {2}(creationTimestamp|generation|resourceVersion|uid): .*\n/gm, ''),
  );
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function nextLine(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The text of a new definition. Tests have definitions of their own, so that this one may change. */
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.example.com
spec:
  group: example.com
  names:
    kind: Foo
    listKind: FooList
    plural: foos
    singular: foo
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              data:
                type: object
                x-kubernetes-map-type: granular
                additionalProperties:
                  type: string
`;

/** Adds a new step after the selected one, so that it starts from the object on screen. */
export function addAfterSelected(kind: StepKind): void {
  const { scenario, selected } = useScenario.getState();
  const { playback } = usePlayback.getState();
  const at = scenario.steps.findIndex(({ id }) => id === selected);
  const before = {
    object: playback.outcomes.slice(0, at + 1).findLast(({ object }) => object !== undefined)?.object,
    result: playback.view?.stepId === selected ? playback.view?.result : undefined,
  };
  const place = at < 0 ? scenario.steps.length : at + 1;
  const definition = scenario.steps.slice(0, place).findLast(({ off }) => off !== true);
  const add = (step: NewStep) => edit((current) => addStep(current, step, place), { select: nextStepId(scenario) });
  if (kind !== 'kubectl' && kind !== 'tool' && definition?.kind !== 'crd') {
    add(newStep(kind, scenario, before));
    return;
  }
  void commands().then(({ newCommand, newToolStep, definedObject }) => {
    // Behind a definition one writes an object of its kind.
    const own = definition?.kind === 'crd' ? definedObject(definition.text) : undefined;
    const begun = own === undefined ? before : { object: own, result: undefined };
    if (kind === 'tool') add(newToolStep(scenario, place, head(begun.object)));
    else if (kind === 'kubectl') add(newCommand(scenario, place, head(begun.object)));
    else add(newStep(kind, scenario, begun));
  });
}

const commands = onDemand(() => import('./new-command.ts'));
