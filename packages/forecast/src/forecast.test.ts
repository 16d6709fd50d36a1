import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { loadOnNeed, run } from '@managed-fields/player';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import {
  type Forecast,
  type ForecastInput,
  type ForecastRow,
  forecastCsv,
  forecastRelease,
  forecastReport,
  type PlayedRow,
  readManifests,
  summaryOf,
} from './index.ts';

const catalog = await loadKubernetesTypes('v1.36');

type Settings = Partial<Omit<ForecastInput, 'live' | 'manifests' | 'catalog'>>;

/** Forecasts a release of one file against a dump, with what a test does not care about. */
async function forecast(live: string, release: string, settings: Settings = {}) {
  const input: ForecastInput = {
    live: objects(live),
    manifests: readManifests('release.yaml', release),
    ...{ manager: 'cd', force: false, namespace: 'default', clientSide: true, hooks: 'left-out', kubernetes: 'v1.36' },
    ...settings,
    catalog,
  };
  return loadOnNeed(() => {
    const made = forecastRelease(input);
    return { made, rows: Array.from({ length: made.size }, (_, index) => made.row(index)) };
  });
}

function objects(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : []));
}

function played(row: ForecastRow | undefined): PlayedRow {
  if (row?.kind !== 'played') throw new Error(JSON.stringify(row));
  return row;
}

/** The row of the one manifest of a release. */
async function one(live: string, release: string, settings: Settings = {}): Promise<PlayedRow> {
  return played((await forecast(live, release, settings)).rows[0]);
}

const settings = (data: string, more = '') => `apiVersion: v1
kind: ConfigMap
metadata: {name: c${more}}
data: ${data}
`;

const entry = (manager: string, fields: string, operation = 'Update', more = '') =>
  `{manager: ${manager}, operation: ${operation}, apiVersion: v1, time: "2026-01-01T00:00:00Z", fieldsType: FieldsV1, fieldsV1: {"f:data": ${fields}}${more}}`;

const live = (data: string, ...entries: readonly string[]) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  namespace: default
  uid: u
  resourceVersion: "5"
  managedFields: [${entries.join(', ')}]
data: ${data}
`;

const ofCd = (fields: string) => entry('cd', fields, 'Apply');

test('what the cluster does not have is created, by both ways', async () => {
  const { serverSide, clientSide, object, isLive } = await one('', settings('{a: "1"}'));
  expect(object).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'c' });
  expect([serverSide.result, clientSide?.result, isLive]).toEqual(['created', 'created', false]);
  expect(serverSide).toMatchObject({ code: 201, changes: [], conflicts: [] });
});

test('what stays as it is is unchanged', async () => {
  const { serverSide } = await one(live('{a: "1"}', ofCd('{"f:a": {}}')), settings('{a: "1"}'));
  expect(serverSide).toMatchObject({ result: 'unchanged', changes: [], taken: [], staying: [], unowned: [] });
});

test('a change has the values before and after; nobody asks client-side apply, which takes from who owns it', async () => {
  const { serverSide, clientSide } = await one(
    live('{a: "1"}', ofCd('{"f:a": {}}'), entry('editor', '{"f:a": {}}')),
    settings('{a: "2"}'),
    { force: true },
  );
  const taken = [{ owner: { manager: 'editor', operation: 'Update' }, fields: ['.data.a'], gone: true }];
  expect(serverSide).toMatchObject({
    result: 'changed',
    changes: [{ path: '.data.a', before: '1', after: '2' }],
    taken,
  });
  expect(clientSide?.result).toBe('changed');
  expect(clientSide?.taken.map(({ owner }) => owner.manager)).toEqual(['cd', 'editor']);
});

test('an apply of values that others own alike changes only the owners', async () => {
  const { serverSide } = await one(live('{a: "1"}', entry('editor', '{"f:a": {}}')), settings('{a: "1"}'));
  expect(serverSide).toMatchObject({ result: 'changed', changes: [], taken: [] });
  const summary = summaryOf(
    [{ ...(await one(live('{a: "1"}', entry('editor', '{"f:a": {}}')), settings('{a: "1"}'))) }],
    [],
  );
  expect(summary.serverSide).toMatchObject({ onlyOwners: 1, results: { changed: 1 } });
});

test('a conflict names the field, both values, the owner and the place, in the words of the server', async () => {
  const release = settings('\n  a: "2"\n  b: "3"');
  const { serverSide } = await one(live('{a: "1"}', entry('editor', '{"f:a": {}}')), release);
  expect(serverSide).toMatchObject({
    result: 'conflict',
    code: 409,
    message: 'Apply failed with 1 conflict: conflict with "editor" using v1: .data.a',
    changes: [],
  });
  const [conflict] = serverSide.conflicts;
  expect(conflict).toMatchObject({ path: '.data.a', live: '1', declared: '2', time: '2026-01-01T00:00:00Z' });
  expect(conflict?.owner).toEqual({ manager: 'editor', operation: 'Update', subresource: '', apiVersion: 'v1' });
  expect(release.slice(conflict?.range?.from, conflict?.range?.to)).toBe('a: "2"');
});

test('a refusal has the words of the server, and those of kubectl', async () => {
  const { serverSide, clientSide } = await one('', settings('{a b: "1"}'));
  expect(serverSide).toMatchObject({ result: 'refused', code: 422 });
  expect(serverSide.message).toContain('ConfigMap "c" is invalid: data[a b]: Invalid value: "a b"');
  expect(clientSide?.message).toContain('The ConfigMap "c" is invalid: data[a b]');
});

test('what the manager gives up stays where others own it, and goes where nobody does', async () => {
  const both = live('{a: "1", b: "2"}', ofCd('{"f:a": {}, "f:b": {}}'), entry('editor', '{"f:b": {}}'));
  const { serverSide } = await one(both, settings('{}'));
  expect(serverSide.changes).toEqual([{ path: '.data.a', before: '1', after: undefined }]);
  expect(serverSide.staying).toMatchObject([{ path: '.data.b', value: '2', owners: [{ manager: 'editor' }] }]);
  expect(serverSide.unowned).toEqual([]);
});

test('what gets its default back is owned by nobody', async () => {
  const deployment = (replicas: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: w}
spec: {${replicas}selector: {matchLabels: {a: w}}, template: {metadata: {labels: {a: w}}, spec: {containers: [{name: w, image: w}]}}}
`;
  const twice = await forecast('', `${deployment('replicas: 3, ')}---\n${deployment('')}`, { clientSide: false });
  expect(played(twice.rows[1]).serverSide).toMatchObject({
    result: 'changed',
    changes: [{ path: '.spec.replicas', before: '3', after: '1' }],
    unowned: [{ path: '.spec.replicas', value: '1' }],
  });
});

test('manifests of one object are applied one after the other, with a remark', async () => {
  const { rows } = await forecast(
    '',
    `${settings('{a: "1"}')}---\n${settings('{a: "2"}')}---\n${settings('{a: "2"}')}`,
  );
  expect(rows.map((row) => played(row).serverSide.result)).toEqual(['created', 'changed', 'unchanged']);
  expect(rows.map((row) => played(row).clientSide?.result)).toEqual(['created', 'changed', 'unchanged']);
  expect(rows.map((row) => played(row).remarks)).toEqual([
    [],
    [{ code: 'repeated', index: 0 }],
    [{ code: 'repeated', index: 1 }],
  ]);
});

test('a manifest without a namespace goes to the chosen one, a kind without namespaces to none', async () => {
  const release = `${settings('{}')}---\n${settings('{}', ', namespace: own')}---
{apiVersion: v1, kind: Namespace, metadata: {name: made}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: []}
---
${settings('{}', ', namespace: made')}`;
  const there = '{apiVersion: v1, kind: Namespace, metadata: {name: prod, managedFields: []}}';
  const { rows } = await forecast(there, release, { namespace: 'prod' });
  expect(rows.map((row) => played(row).object.namespace)).toEqual(['prod', 'own', '', '', 'made']);
  expect(rows.map((row) => played(row).remarks.map(({ code }) => code))).toEqual([
    [],
    ['unseen-namespace'],
    [],
    [],
    [],
  ]);
});

test('a name that the server makes up is created by each release', async () => {
  const job = '{apiVersion: v1, kind: ConfigMap, metadata: {generateName: run-}}';
  const { rows } = await forecast('', `${job}\n---\n${job}`);
  expect(rows.map((row) => played(row).serverSide.result)).toEqual(['created', 'created']);
  expect(played(rows[0])).toMatchObject({
    object: { generateName: 'run-', name: '' },
    remarks: [{ code: 'generated-name' }],
  });
  expect(played(rows[0]).clientSide).toMatchObject({ result: 'refused' });
  expect(played(rows[0]).clientSide?.message).toContain('cannot use generate name with apply');
});

test('a manifest without any name is refused, and nobody makes up a name for it', async () => {
  const { rows } = await forecast('', '{apiVersion: v1, kind: ConfigMap, metadata: {}}');
  expect(played(rows[0]).serverSide).toMatchObject({ result: 'refused', message: 'resource name may not be empty' });
  expect(played(rows[0]).remarks).toEqual([]);
});

test('hooks are left out, and applied where they are asked for', async () => {
  const hook = (text: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: h, annotations: {${text}}}}`;
  const release = `${hook('helm.sh/hook: "pre-upgrade, post-install"')}\n---\n${hook('argocd.argoproj.io/hook: Sync')}`;
  const { rows, made } = await forecast('', release);
  expect(rows).toMatchObject([
    { kind: 'hook', tool: 'helm', hooks: ['pre-upgrade', 'post-install'] },
    { kind: 'hook', tool: 'argo-cd', hooks: ['Sync'] },
  ]);
  expect(made.scenario(0, 'server-side')).toBeUndefined();
  const applied = await forecast('', release, { hooks: 'applied' });
  expect(applied.rows.map(({ kind }) => kind)).toEqual(['played', 'played']);
});

const widgets = (properties: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com, uid: u, resourceVersion: "3"}
spec:
  group: example.com
  scope: Cluster
  names: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: ${properties}}}}}
`;
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 1, list: [a]}\n';

test('a definition of the dump, or else of the release wherever it stands, makes its kind known', async () => {
  const strict = widgets('{size: {type: integer}}');
  const withList = widgets('{size: {type: integer}, list: {type: array, items: {type: string}}}').replace(
    ', uid: u, resourceVersion: "3"',
    '',
  );
  const ofDump = await one(strict, widget);
  expect(ofDump.object.namespace).toBe('');
  expect(ofDump.serverSide).toMatchObject({
    result: 'refused',
    message: expect.stringContaining('.spec.list: field not declared in schema'),
  });
  const results = async (force: boolean) =>
    (await forecast(strict, `${widget}---\n${withList}`, { force })).rows.map((row) => played(row).serverSide.result);
  expect(await results(true)).toEqual(['created', 'changed']);
  // Where the definition is refused, the one in the cluster stays in force.
  expect(await results(false)).toEqual(['refused', 'conflict']);
});

test('a definition of a built-in group counts as well', async () => {
  const own = widgets('{size: {type: integer}}').replaceAll('example.com', 'apps');
  const { serverSide } = await one(own, widget.replace('example.com', 'apps'));
  expect(serverSide.message).toContain('no matches for kind "Widget" in version "apps/v1"');
});

test('a kind that nobody defines is refused in the words of kubectl', async () => {
  const { serverSide } = await one('', widget.replaceAll('example.com', 'nobody.example.com'));
  expect(serverSide).toMatchObject({
    result: 'refused',
    message: 'no matches for kind "Widget" in version "nobody.example.com/v1"',
  });
});

test('what the manager wrote and the release does not have is left', async () => {
  const other = live('{}', ofCd('{"f:a": {}}')).replace('name: c', 'name: gone');
  const foreign = live('{}', entry('editor', '{"f:a": {}}')).replace('name: c', 'name: foreign');
  const { made } = await forecast(`${live('{}', ofCd('{}'))}---\n${other}---\n${foreign}`, settings('{}'));
  expect(made.left()).toEqual([
    {
      object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'gone' },
      entries: [{ manager: 'cd', operation: 'Apply', fields: 1 }],
      owned: false,
    },
  ]);
});

test('an object without managedFields is marked', async () => {
  const { remarks } = await one(
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: default}}',
    settings('{}'),
  );
  expect(remarks).toEqual([{ code: 'no-managed-fields' }]);
});

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefgh'.split('').map((at, index) => `${at}: &${at} [${`*${'abcdefg'[index]},`.repeat(9)}]`),
];

test.each([
  ['broken YAML', 'a: [', 'unread'],
  ['an alias bomb', bomb.join('\n'), 'unread'],
  ['deep nesting', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: ${'['.repeat(5000)}`, 'unread'],
  ['a scalar', 'just words', 'unread'],
  ['no kind', 'apiVersion: v1', 'unread'],
  ['names that are no names', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {a: 1}}', 'refused'],
  [
    '__proto__',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d, __proto__: {x: 1}}\n__proto__: {polluted: true}',
    'refused',
  ],
  ['constructor as a kind', 'apiVersion: constructor\nkind: __proto__\nmetadata: {name: d}', 'refused'],
  ['managedFields', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d, managedFields: [{manager: x}]}', 'refused'],
  [
    'a megabyte',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: {a: "${'x'.repeat(1_000_000)}"}`,
    'created',
  ],
  [
    'more than is read',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: {a: "${'x'.repeat(2_000_000)}"}`,
    'unread',
  ],
])('%s costs its own row alone', async (_what, hostile, expected) => {
  const { rows } = await forecast('', `${settings('{a: "1"}')}---\n${hostile}\n---\n${settings('{a: "1"}', '2')}`);
  const results = rows.map((row) => (row.kind === 'played' ? row.serverSide.result : row.kind));
  expect(results).toEqual(['created', expected, 'created']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  const [, row] = rows;
  if (row?.kind === 'unread') expect(row.reason === 'not-object' || Boolean(row.detail)).toBe(true);
});

test.each([
  ['managedFields that are no list', 'managedFields: {a: 1}'],
  ['entries that are none', 'managedFields: [1, null, {manager: [], fieldsV1: "x"}]'],
  [
    'fields that do not decode',
    'managedFields: [{manager: m, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"q:x": {}}}]',
  ],
])('a live object with %s costs its own row alone', async (_what, hostile) => {
  const bad = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: default, ${hostile}}}`;
  const { rows } = await forecast(bad, `${settings('{a: "1"}')}---\n${settings('{a: "1"}', '2')}`);
  expect(rows.map(({ kind }) => kind)).toEqual(['played', 'played']);
  expect(played(rows[1]).serverSide.result).toBe('created');
});

test('each row is a scenario whose last step ends in the same way', async () => {
  const dump = `${live('{a: "1", b: "1"}', ofCd('{"f:b": {}}'), entry('editor', '{"f:a": {}}'))}---\n${widgets('{size: {type: integer}}')}`;
  const release = [
    settings('{a: "2"}'),
    settings('{a: "1"}'),
    settings('{a: "2"}', ', namespace: own'),
    widget,
    '{apiVersion: v1, kind: ConfigMap, metadata: {generateName: run-}}',
    '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: item}}]}',
  ];
  const { rows, made } = await forecast(dump, release.join('\n---\n'), { namespace: 'default', force: false });
  for (const row of rows) {
    const both: readonly (readonly ['server-side' | 'client-side', Forecast | undefined])[] = [
      ['server-side', played(row).serverSide],
      ['client-side', played(row).clientSide],
    ];
    for (const [way, own] of both) {
      const scenario = made.scenario(row.index, way);
      const outcome = scenario && (await loadOnNeed(() => run(scenario, { catalog }))).outcomes.at(-1);
      const ended = outcome?.status === 'error' ? 'refused' : outcome?.status;
      expect([row.index, way, ended]).toEqual([row.index, way, own?.result]);
      if (own?.message !== undefined) expect(outcome?.message).toBe(own.message);
    }
  }
});

test('rows are plain data that a worker can post', async () => {
  const { rows } = await forecast(live('{a: "1"}', entry('editor', '{"f:a": {}}')), settings('{a: "2"}'));
  expect(structuredClone(rows)).toEqual(rows);
  expect(JSON.parse(JSON.stringify(rows)).length).toBe(1);
});

test('a report has objects, results, fields and owners, and none of the values', async () => {
  const dump = live('{a: hunter2, b: hunter2}', entry('editor', '{"f:a": {}, "f:b": {}}'));
  const release = [
    settings('{a: hunter3}'),
    settings('{a: hunter2}'),
    '{apiVersion: v1, kind: Pod, metadata: {name: t, annotations: {helm.sh/hook: test}}}',
    'a: [',
  ].join('\n---\n');
  const { rows } = await forecast(dump, release);
  const words = {
    ...{ title: 'Forecast', summary: ['4 manifests.'], heads: ['Result', 'Object', 'Fields'] },
    results: {
      ...{ created: 'created', changed: 'changed', unchanged: 'unchanged', conflict: 'conflict', refused: 'refused' },
      ...{ deleted: 'deleted', left: 'left', hook: 'hook', unread: 'not read' },
    },
    whats: { change: 'Changes', conflict: 'Conflicts', staying: 'Stays', unowned: 'No owner', taken: 'Taken' },
    clientSide: 'client-side',
  } as const;
  const [csv, markdown] = [
    forecastCsv(rows, { withoutNames: false }),
    forecastReport(rows, words, { withoutNames: false }),
  ];
  expect(csv).toContain('v1,ConfigMap,default,c,server-side,conflict,409,conflict,.data.a,editor,Update,');
  expect(csv).toContain('v1,Pod,default,t,server-side,hook,');
  expect(markdown).toContain('conflict');
  expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(2 + 6);
  expect(csv + markdown).not.toContain('hunter');
  const nameless = forecastCsv(rows, { withoutNames: true });
  expect(nameless).toContain('v1,ConfigMap,,1,server-side,conflict,409,conflict,.data.a,editor,Update,');
  expect(nameless).toContain('v1,Pod,,1,server-side,hook,');
  expect(nameless).not.toMatch(/default|,c,|,t,/);
});
