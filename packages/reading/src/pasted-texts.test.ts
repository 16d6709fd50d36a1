import '@managed-fields/player/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { playScenario } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { type Joined, readPastedTexts } from './pasted-texts.ts';

const catalog = await loadKubernetesTypes();

const conflict = (manager: string, ...paths: readonly string[]) =>
  paths.length === 1
    ? `Apply failed with 1 conflict: conflict with "${manager}": ${paths[0]}`
    : `Apply failed with ${paths.length} conflicts: conflicts with "${manager}":\n${paths.map((path) => `- ${path}`).join('\n')}`;
const scaled =
  'error: Apply failed with 1 conflict: conflict with "kube-controller-manager" with subresource "scale" using apps/v1: .spec.replicas\nPlease review the fields above--they currently have other managers. Here\nare the ways you can resolve this warning:\n* If you intend to manage all of these fields, please re-run the apply\n  command with the `--force-conflicts` flag.\n';

const entry = (manager: string, fields: string, more = '') =>
  `  - manager: ${manager}\n    operation: Apply\n    apiVersion: apps/v1\n    time: "2026-03-04T05:06:07Z"\n    fieldsType: FieldsV1\n    fieldsV1: ${fields}\n${more}`;
const web = (entries: string, replicas = 2) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0f5a1c9e-0000-4000-8000-000000000001
  managedFields:
${entries}spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
      - name: front
        image: nginx:1.27
`;
const image =
  '{"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\\"name\\":\\"front\\"}": {".": {}, "f:name": {}, "f:image": {}}}}}}}';
const replicas = '{"f:spec": {"f:replicas": {}}}';
const helm = web(entry('helm', image) + entry('hpa', replicas));
const hpa = web(entry('kube-controller-manager', replicas, '    subresource: scale\n').replace('Apply', 'Update'));
const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
  resourceVersion: "7"
  managedFields:
${entry('alice', '{"f:data": {"f:colour": {}}}').replace('apps/v1', 'v1')}data:
  colour: green
`;
const gadget = `apiVersion: acme.io/v1
kind: Gadget
metadata:
  name: g
  namespace: shop
  uid: u
  managedFields:
${entry('op', '{"f:spec": {"f:size": {}}}').replace('apps/v1', 'acme.io/v1')}spec:
  size: big
  colour: red
`;
const front = '.spec.template.spec.containers[name="front"].image';

const live = (text: string): NewStep => ({ kind: 'live', text });
const read = (texts: readonly string[], scenario: Scenario = newScenario(), place = {}) =>
  readPastedTexts(texts, place, scenario, { catalog });

/** The scenario of an error text alone, as the page makes it. */
function madeOf(text: string): Scenario {
  const [pasted] = read([text]).read;
  if (pasted?.kind !== 'error') throw new Error(pasted?.kind);
  return newScenario('', pasted.errors[0]?.scenario?.steps);
}

/** How a joined scenario is told: its steps with their objects, how the last one ends, and what is missing. */
function told(joined: Joined | undefined, object = ''): readonly unknown[] | undefined {
  if (joined === undefined) return undefined;
  const scenario = joined.kind === 'pasted' ? newScenario('', [live(object), joined.apply]) : joined.scenario;
  const selected = joined.kind === 'pasted' ? 's2' : joined.select;
  const played = playScenario(scenario, catalog);
  return [
    joined.kind,
    ...played.map(({ step, outcome }) => `${step.kind} ${outcome.object}`),
    played.find(({ step }) => step.id === selected)?.outcome.status,
    ...joined.missing.flatMap(({ manager, paths }) => paths.map((path) => `${manager} ${path}`)),
  ];
}

const onWeb = ['live apps/v1 Deployment shop/web', 'apply apps/v1 Deployment shop/web', 'conflict'];

describe('a conflict and a live object become one scenario, whichever comes first:', () => {
  test.each<readonly [name: string, text: string, object: string, is: readonly string[]]>([
    ['of one field', conflict('hpa', '.spec.replicas'), helm, onWeb],
    ['of an item of a list', conflict('helm', front), helm, onWeb],
    ['of a value equal to the placeholder', scaled, hpa, onWeb],
    [
      'of a kind that was guessed otherwise',
      conflict('alice', '.data.colour'),
      settings,
      ['live v1 ConfigMap shop/settings', 'apply v1 ConfigMap shop/settings', 'conflict'],
    ],
    [
      'of a custom kind without its definition',
      'Apply failed with 1 conflict: conflict with "op": .spec.size',
      gadget,
      ['live acme.io/v1 Gadget shop/g', 'apply acme.io/v1 Gadget shop/g', 'conflict'],
    ],
    [
      'of fields that another manager has by now, which are named',
      conflict('gone', '.spec.replicas', front),
      helm,
      [...onWeb, 'gone .spec.replicas', `gone ${front}`],
    ],
  ])('%s', (_, text, object, is) => {
    expect(told(read([text], newScenario('', [live(object)])).joined)).toEqual(['with-object', ...is]);
    expect(told(read([object], madeOf(text)).joined)).toEqual(['with-conflict', ...is]);
    const session = `$ kubectl apply --server-side -f x.yaml\n${text}\n$ kubectl get x -o yaml\n${object}`;
    for (const both of [[session], [text, object], [object, text], [`${text}\n${object}`], [`${object}${text}`]]) {
      expect(told(read(both).joined, object)).toEqual(['pasted', ...is]);
    }
  });
});

describe('they stay apart', () => {
  test.each<readonly [name: string, text: string, object: string]>([
    [
      'where the message names another object',
      `conflict occurred while applying object shop/api apps/v1, Kind=Deployment: ${conflict('hpa', '.spec.replicas')}`,
      helm,
    ],
    ['where the object lacks the fields', conflict('alice', '.data.colour'), helm],
    [
      'where the object is a configuration',
      conflict('hpa', '.spec.replicas'),
      web('').replace(/ {2}(uid|managed).*\n/g, ''),
    ],
  ])('%s', (_, text, object) => {
    expect(read([text], newScenario('', [live(object.replace('uid', 'uid'))])).joined?.kind).toBe(
      object.includes('uid') ? undefined : 'with-object',
    );
    expect(read([object], madeOf(text)).joined).toBeUndefined();
    expect(read([`${text}\n${object}`]).joined).toBeUndefined();
  });
});

test('what the user wrote into the apply stays, comments included', () => {
  const made = madeOf(conflict('hpa', '.spec.replicas'));
  const text =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: example # ours\nspec:\n  paused: true\n  replicas: 7\n';
  const written = { ...made, steps: made.steps.map((step) => (step.kind === 'apply' ? { ...step, text } : step)) };
  const { joined } = read([helm], written);
  expect(told(joined)).toEqual(['with-conflict', ...onWeb]);
  expect(joined?.apply.text).toContain('replicas: 7');
  expect(joined?.apply.text).toContain('paused: true');
});

test('a value that the user put in stays, what completed the made-up object goes', () => {
  const made = madeOf(conflict('hpa', '.spec.replicas'));
  const steps = made.steps.map((step) => ({ ...step, text: step.text.replace('replicas: 2', 'replicas: 9') }));
  expect(read([helm], { ...made, steps }).joined?.apply.text).toBe(
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  replicas: 9\n',
  );
});

test('the apply comes after the selected step, or in the place of the step with the message', () => {
  const scenario = newScenario('', [live(helm), { kind: 'scale', text: '{"spec":{"replicas":4}}' }, live('x')]);
  const text = conflict('helm', front);
  const kinds = (place: object) => {
    const { joined } = read([text], scenario, place);
    return joined?.kind === 'with-object' ? joined.scenario.steps.map(({ kind }) => kind) : undefined;
  };
  expect(kinds({ after: 's1' })).toEqual(['live', 'apply', 'scale', 'live']);
  expect(kinds({ after: 's2' })).toEqual(['live', 'scale', 'apply', 'live']);
  expect(kinds({ after: 's3', inPlace: true })).toEqual(['live', 'scale', 'apply']);
});
