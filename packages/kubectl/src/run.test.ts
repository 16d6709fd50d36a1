import { emptyCluster, installCrd } from '@managed-fields/api-server/whole';
import { formatJson, parseJson, valueFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import type { KubectlHost, ReadDocument } from './host.ts';
import { runKubectl } from './whole.ts';

const definition = valueFromPlain({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'foos.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList', shortNames: ['fo'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        },
      },
    ],
  },
});

/** Reads and prints JSON in the place of YAML, one document a line. */
const host: KubectlHost = {
  release: 'v1.36.3',
  read: (text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): ReadDocument => {
        const parsed = parseJson(line);
        return parsed.kind === 'value' ? parsed : { kind: 'malformed', message: parsed.message };
      }),
  readCore: () => [],
  printYaml: (value) => `${formatJson(value, { sortKeys: true })}\n`,
};

const foo = (name: string, spec: object = {}) =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name }, spec });

function cluster() {
  const installed = installCrd(
    emptyCluster({ find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => false, names: () => [] }),
    definition,
  );
  if (installed.kind !== 'installed') throw new Error(installed.problems.join());
  return installed.cluster;
}

const files = new Map([
  ['elsewhere.json', '{"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x","namespace":"other"}}'],
  [
    'stale.json',
    JSON.stringify({ ...JSON.parse(foo('x', { a: 2 })), metadata: { name: 'x', resourceVersion: '999' } }),
  ],
  ['w/b/z.json', foo('bz')],
  ['w/a.json', foo('a')],
  ['w/b.json', foo('b')],
  ['w/c/a.json', foo('ca')],
  ['bare.json', '{"apiVersion":"example.com/v1","kind":"Foo"}'],
  ['x.json', foo('x', { a: 1 })],
  ['d/b.yaml', foo('b')],
  ['d/a.yml', foo('a')],
  ['d/note.txt', 'no object'],
  ['d/sub/c.json', foo('c')],
  ['two.json', `${foo('p')}\n{"kind":\n${foo('q')}`],
  ['unknown.json', '{"apiVersion":"v9","kind":"Bar","metadata":{"name":"u"}}'],
]);

function play(...lines: readonly string[]) {
  let state = cluster();
  const texts = lines.map((line) => {
    const ran = runKubectl(state, { line, files, namespace: 'default' }, host, '2026-01-01T00:00:00Z');
    state = ran.cluster;
    return ran;
  });
  const last = texts.at(-1);
  if (last === undefined) throw new Error('no command');
  return last;
}

type Case = readonly [lines: readonly string[], stdout: string, stderr: string];

/** Lines, and what the last of them prints; errors on stderr. */
const cases: readonly Case[] = [
  [['kubectl apply -f x.json'], 'foo.example.com/x created\n', ''],
  [['kubectl apply -f x.json', 'kubectl apply -f x.json'], 'foo.example.com/x unchanged\n', ''],
  [['kubectl apply --server-side -f x.json'], 'foo.example.com/x serverside-applied\n', ''],
  [['kubectl apply -f x.json --dry-run=client'], 'foo.example.com/x created (dry run)\n', ''],
  [['kubectl apply -f x.json --dry-run=server'], 'foo.example.com/x created (server dry run)\n', ''],
  [['kubectl apply -f d'], 'foo.example.com/a created\nfoo.example.com/b created\n', ''],
  [['kubectl apply -f d -R -o name'], 'foo.example.com/a\nfoo.example.com/b\nfoo.example.com/c\n', ''],
  [['kubectl apply -f "d/*.y*ml"'], 'foo.example.com/a created\nfoo.example.com/b created\n', ''],
  [['kubectl apply -f d/a.yml,x.json'], 'foo.example.com/a created\nfoo.example.com/x created\n', ''],
  [['kubectl apply -f nope.json'], '', 'error: the path "nope.json" does not exist\n'],
  [
    ['kubectl apply -f unknown.json'],
    '',
    'error: resource mapping not found for name: "u" namespace: "" from "unknown.json": no matches for kind "Bar" in version "v9"\nensure CRDs are installed first\n',
  ],
  [
    ['kubectl apply -R -f w -o name'],
    'foo.example.com/a\nfoo.example.com/bz\nfoo.example.com/b\nfoo.example.com/ca\n',
    '',
  ],
  [['kubectl create -f x.json', 'A=1 _b=2 kubectl get foo x -o name'], 'foo.example.com/x\n', ''],
  [
    ['kubectl create -f bare.json'],
    '',
    'The Foo "" is invalid: metadata.name: Required value: name or generateName is required\n',
  ],
  [['kubectl apply -f ./d//b.yaml'], 'foo.example.com/b created\n', ''],
  [['kubectl apply -f ./d//sub'], 'foo.example.com/c created\n', ''],
  [
    ['kubectl label --local a=b'],
    '',
    'error: one or more files must be specified as -f pod.yaml or --filename=pod.json\n',
  ],
  [
    ['kubectl annotate --local a=b'],
    '',
    'error: one or more files must be specified as -f rsrc.yaml or --filename=rsrc.json\n',
  ],
  [
    ['kubectl apply -f x.json', 'kubectl label foo --list'],
    '',
    'error: resource(s) were provided, but no name was specified\n',
  ],
  [
    ['kubectl apply -f x.json', 'kubectl apply edit-last-applied foo x --validate=foo'],
    '',
    'error: invalid - validate option "foo"; must be one of: strict (or true), warn, ignore (or false)\n',
  ],
  [
    ['kubectl apply -f x.json', 'kubectl apply edit-last-applied foo'],
    '',
    'error: there is no editor here; say what becomes of the text\n',
  ],
  [
    ['kubectl apply -f x.json', 'kubectl apply view-last-applied foo --all -n default'],
    '',
    "error: setting 'all' parameter but found a non empty selector. \n",
  ],
  [
    ['kubectl apply -f x.json', 'kubectl apply view-last-applied foo'],
    '',
    'error: resource(s) were provided, but no name was specified\n',
  ],
  [
    ['kubectl apply -f x.json', 'kubectl replace -f x.json --dry-run=nope'],
    '',
    'error: Invalid dry-run value (nope). Must be "none", "server", or "client".\n',
  ],
  [
    ['kubectl replace -f x.json'],
    '',
    'Error from server (NotFound): error when replacing "x.json": foos.example.com "x" not found\n',
  ],
  [['kubectl -n default get foo x'], '', 'Error from server (NotFound): foos.example.com "x" not found\n'],
  [['kubectl -s http://localhost get foo x'], '', 'Error from server (NotFound): foos.example.com "x" not found\n'],
  [
    ['kubectl create -f x.json', 'kubectl label foo x a=b --dry-run=false'],
    'foo.example.com/x labeled\n',
    'W helpers.go] --dry-run=false is deprecated (boolean value) and can be replaced with --dry-run=none.\n',
  ],
  [['kubectl get foo .'], '', `error: invalid resource name ".": [may not be '.']\n`],
  [['kubectl get foo ..'], '', `error: invalid resource name "..": [may not be '..']\n`],
  [['kubectl get foo a%b'], '', `error: invalid resource name "a%b": [may not contain '%']\n`],
  [['kubectl create -f x.json --raw=/x --edit'], '', 'error: --raw and --edit are mutually exclusive\n'],
  [
    ['kubectl label -f x.json foo/x a=b'],
    '',
    'error: resource/name arguments cannot be provided when a path is specified\n',
  ],
  [
    ['kubectl label -f x.json foo x a=b'],
    '',
    'error: when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well\n',
  ],
  [
    ['kubectl label -f x.json foo a=b'],
    '',
    'error: when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well\n',
  ],
  [
    ['kubectl apply -n default -f elsewhere.json'],
    '',
    `error: the namespace from the provided object "other" does not match the namespace "default". You must pass '--namespace=other' to perform this operation.\n`,
  ],
  [
    ['kubectl delete foo --all --field-selector=metadata.name=x'],
    '',
    "error: setting 'all' parameter but found a non empty selector. \n",
  ],
  [['kubectl delete foo --all -l a=b'], '', "error: setting 'all' parameter but found a non empty selector. \n"],
  [
    ['kubectl apply -f d', 'kubectl scale foo a b --replicas=2 --resource-version=5'],
    '',
    'error: cannot use --resource-version with multiple resources\n',
  ],
  [['kubectl get -n default -f elsewhere.json'], '', 'Error from server (NotFound): foos.example.com "x" not found\n'],
  [['kubectl frobnicate'], '', 'error: unknown command "frobnicate" for "kubectl"\n'],
  [['kubectl set frobnicate'], '', `error: unknown command "frobnicate"\nSee 'kubectl set -h' for help and examples\n`],
  [['kubectl apply -f x.json --nope'], '', "error: unknown flag: --nope\nSee 'kubectl apply --help' for usage.\n"],
  [["kubectl apply -f 'x.json"], '', 'sh: 1: Syntax error: Unterminated quoted string\n'],
  [['kubectl create -f x.json', 'kubectl label fo x a=b'], 'foo.example.com/x labeled\n', ''],
  [['kubectl create -f x.json', 'kubectl get foos -o name'], 'foo.example.com/x\n', ''],
  [['kubectl create -f x.json', 'kubectl delete foo x'], 'foo.example.com "x" deleted from default namespace\n', ''],
];

/** Values of `--cpu`, and the target that `kubectl autoscale --dry-run=client` of v1.36.3 makes of them. */
const targets: readonly (readonly [cpu: string, target: string | number])[] = [
  ['500', '500m'],
  ['5', '5m'],
  ['0.25', '250u'],
  ['.5', '500u'],
  ['12.', '12m'],
  ['+5', '5m'],
  ['-5', '-5m'],
  ['1e3', '1'],
  ['1E3', '1'],
  ['1e-2', '10u'],
  ['1e+2', '100m'],
  ['+.5', '500u'],
  ['-12.75', '-12750u'],
  ['00012', '12m'],
  ['1e03', '1'],
  [' 7 ', '7m'],
  ['.5m', '500u'],
  ['1Gi', '1Gi'],
  ['0', '0'],
  ['100%', 100],
  [' 50% ', 50],
  ['2147483647%', 2147483647],
];

/** Others, and what it says of them. */
const noTargets: readonly (readonly [cpu: string, message: string])[] = [
  ['x5', 'invalid resource cpu value: x5'],
  ['5x', 'invalid resource cpu value: 5x'],
  ['1.2.3', 'invalid resource cpu value: 1.2.3'],
  ['5ee3', 'invalid resource cpu value: 5ee3'],
  ['1e', 'invalid resource cpu value: 1e'],
  ['1e+', 'invalid resource cpu value: 1e+'],
  ['5e3m', 'invalid resource cpu value: 5e3m'],
  ['x1e3', 'invalid resource cpu value: x1e3'],
  ['1e3x', 'invalid resource cpu value: 1e3x'],
  ['%', 'invalid percentage value: '],
  ['x%', 'invalid percentage value: x'],
  ['-1%', 'invalid percentage value: -1'],
  ['2147483648%', 'invalid percentage value: 2147483648'],
  ['1e12', "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
];

describe('kubectl autoscale', () => {
  const scaled = (cpu: string) =>
    play('kubectl create -f x.json', `kubectl autoscale foo x --max=2 --cpu="${cpu}" --dry-run=client -o json`);

  it.each(targets)('--cpu=%s', (cpu, target) => {
    const { averageValue, averageUtilization } = JSON.parse(scaled(cpu).stdout).spec.metrics[0].resource.target;
    expect(averageValue ?? averageUtilization).toBe(target);
  });

  it.each(noTargets)('--cpu=%s', (cpu, message) => {
    expect(scaled(cpu).stderr).toBe(`error: ${message}\n`);
  });

  it('names a namespace where the command line does', () => {
    const line = 'kubectl autoscale foo x --max=2 --dry-run=client -o json';
    const metadataOf = (more: string) => JSON.parse(play('kubectl create -f x.json', `${line}${more}`).stdout).metadata;
    expect([metadataOf(''), metadataOf(' -n default')]).toEqual([{ name: 'x' }, { name: 'x', namespace: 'default' }]);
  });
});

describe('runKubectl', () => {
  it.each(cases)('%j', (lines, stdout, stderr) => {
    const ran = play(...lines);
    expect([ran.stdout, ran.stderr, ran.exitCode === 0]).toEqual([
      stdout,
      stderr,
      !/^(error|Error|sh|The)/.test(stderr),
    ]);
  });

  it('applies the documents before and after one that cannot be read no further than kubectl does', () => {
    const ran = play('kubectl apply -f two.json');
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout).toBe('foo.example.com/p created\n');
    expect(ran.stderr).toContain('error parsing two.json: ');
  });

  it('hints at what a flag is called now', () => {
    expect(play('kubectl apply -f x.json --prune-whitelist=a').hint).toBe(
      '--prune-whitelist is called --prune-allowlist',
    );
  });

  // Upstream: pkg/cmd/apply/applyset.go Validate; the words are those of kubectl v1.36.3 with `--namespace=`.
  it('says all that is wrong with the parent of a set', () => {
    const ran = play('KUBECTL_APPLYSET=true kubectl apply -f x.json --prune --applyset=foos/x');
    expect(ran.stderr).toBe(
      'namespace is required to use namespace-scoped ApplySet\nresource "example.com/v1, Resource=foos" is not permitted as an ApplySet parent\n',
    );
  });

  it('asks for the answers of a session with how they came about', () => {
    const { requests } = play('kubectl create -f x.json');
    expect(requests.map(({ trace }) => trace?.operation)).toEqual(['Update']);
  });

  // Upstream: pkg/cmd/apply/patcher.go maxPatchRetry.
  it('tries a patch six times where the object is another than the file says', () => {
    const { requests, stderr } = play('kubectl create -f x.json', 'kubectl apply -f stale.json');
    const [codes, methods] = [
      requests.map(({ response }) => response.code),
      requests.map(({ request }) => request.method),
    ];
    expect(methods.join(' ')).toBe(Array(6).fill('GET PATCH').join(' '));
    expect(codes.join(' ')).toBe(Array(6).fill('200 409').join(' '));
    expect(stderr).toContain('Error from server (Conflict): error when applying patch:');
  });

  it('sends the four requests of a migration', () => {
    const { requests } = play('kubectl apply -f x.json', 'kubectl apply --server-side -f x.json');
    const sent = requests.map(
      ({ request }) => `${request.method} ${request.contentType} ${request.query.get('fieldManager')}`,
    );
    expect(sent).toEqual([
      'PATCH application/apply-patch+yaml kubectl',
      'PATCH application/apply-patch+yaml kubectl-last-applied',
      'PATCH application/json-patch+json kubectl',
      'PATCH application/apply-patch+yaml kubectl',
    ]);
  });

  it('keeps what a client-side apply went by', () => {
    const { applies } = play('kubectl apply -f x.json', 'kubectl apply -f x.json');
    expect(applies.map(({ patch, patchType }) => [patch?.size, patchType])).toEqual([[0, 'merge']]);
  });
});

describe('the exit code of what ran before', () => {
  it.each([
    ['echo $?', '0\n'],
    ['kubectl get foos x >/dev/null 2>&1; echo "code: $? \\$?" $?1; echo $?', 'code: 1 $? 11\n0\n'],
    ["kubectl diff -f x.json >/dev/null; echo '$?'$?", '$?1\n'],
  ])('%s', (line, stdout) => {
    expect(play(line)).toMatchObject({ stdout, variables: [] });
  });
});

describe('another program that shows differences', () => {
  it.each(['diff -u -N', 'diff -u (x) -N'])('%s prints the same', (program) => {
    const plain = play('kubectl diff -f x.json');
    expect(plain.stdout).toContain('+{"apiVersion"');
    const line = `KUBECTL_EXTERNAL_DIFF="${program}" kubectl diff -f x.json`;
    expect(play(line)).toMatchObject({ stdout: plain.stdout, exitCode: 1 });
  });

  it.each(['diff', 'diff -u', 'diff -N -u', 'diff -c -N', 'colordiff -u -N'])('%s is not played', (program) => {
    const ran = play(`KUBECTL_EXTERNAL_DIFF="${program}" kubectl diff -f x.json`);
    expect(ran).toMatchObject({ unplayed: { kind: 'program', program }, stdout: '', stderr: '' });
  });
});

describe('whom a command acts for', () => {
  const words = 'requesting uid, groups or user-extra for  without impersonating a user';
  const run = (line: string) =>
    runKubectl(cluster(), { line, files, namespace: 'default' }, host, '2026-01-01T00:00:00Z');

  it.each([
    ['kubectl get foos --as jane', { name: 'jane', groups: [] }],
    ['kubectl get foos --as jane --as-group dev --as-group a,b', { name: 'jane', groups: ['dev', 'a,b'] }],
    ['kubectl get foos --as=jane --as-uid=u-1', { name: 'jane', uid: 'u-1', groups: [] }],
    [
      'kubectl get foos --as jane --as-user-extra Scopes=a --as-user-extra scopes=b=c --as-user-extra x',
      { name: 'jane', groups: [], extra: new Map([['scopes', ['a', 'b=c']]]) },
    ],
    ['kubectl get foos --as-user-extra x', undefined],
    ['kubectl get foos', undefined],
    ["kubectl get foos --as '' --as-uid ''", undefined],
  ])('%s', (line, user) => {
    const { requests } = run(line);
    expect(requests.length).toBeGreaterThan(0);
    for (const { request } of requests) expect(request.user).toEqual(user);
  });

  // As kubectl v1.36.3 prints.
  it.each([
    ['kubectl get foos --as-group dev', 1],
    ['kubectl get nonsense --as-uid u-1', 1],
    ['kubectl get foos --as-user-extra a=b', 1],
    ['kubectl label --local -f x.json a=b --as-group dev', 1],
    ['kubectl diff -f x.json --as-group dev', 2],
  ])('%s: nobody', (line, exitCode) => {
    expect(run(line)).toMatchObject({ stdout: '', stderr: `error: ${words}\n`, exitCode, requests: [] });
  });

  it('what is not played', () => {
    expect(run('kubectl get foos -n default --as-group dev').unplayed).toEqual({ kind: 'flag', flag: '--as-group' });
  });
});
