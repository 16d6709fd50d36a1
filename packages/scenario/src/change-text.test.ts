import { changeValue, type PlaceChange, withoutEmptied } from '@managed-fields/api-server';
import { equals, type Value, type ValuePath } from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';

const config = `# what the team applies
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # the name
  labels:
    app: web
  finalizers: [a, b]
spec:
  # agreed in March
  replicas: 2 # two
  selector: {matchLabels: {app: web}}
  template:
    spec:
      containers:
      - image: web:1 # first
        name: web
        ports:
        - containerPort: 80
          name: http
        # https comes later
        - containerPort: 443
      - name: sidecar
        args: ["a", "b"]
        command: |
          echo one
          echo two
        image: side:1
`;

interface Case {
  readonly name: string;
  readonly changes: readonly PlaceChange[];
  /** What stands in the text afterwards instead of something else. */
  readonly from: string;
  readonly to: string;
}

const gone = (...place: ValuePath): PlaceChange => ({ place, value: undefined });
const set = (value: Value, ...place: ValuePath): PlaceChange => ({ place, value });
const containers = ['spec', 'template', 'spec', 'containers'] as const;

test.each<Case>([
  {
    name: 'removes a field with the comment behind it and keeps the one before it',
    changes: [gone('spec', 'replicas')],
    from: '  replicas: 2 # two\n',
    to: '',
  },
  {
    name: 'removes the first field of an item',
    changes: [gone(...containers, 0, 'image')],
    from: '- image: web:1 # first\n        name: web',
    to: '- name: web',
  },
  {
    name: 'removes an item',
    changes: [gone(...containers, 0, 'ports', 0)],
    from: '        - containerPort: 80\n          name: http\n',
    to: '',
  },
  {
    name: 'removes the last item, and a block of lines',
    changes: [gone(...containers, 1, 'command'), gone(...containers, 0, 'ports', 1)],
    from: '',
    to: '',
  },
  {
    name: 'removes a list that loses all its items',
    changes: [gone('metadata', 'finalizers', 0), gone('metadata', 'finalizers', 1)],
    from: '  finalizers: [a, b]\n',
    to: '',
  },
  {
    name: 'removes a map that loses its only field, and the maps around it',
    changes: [gone('spec', 'selector', 'matchLabels', 'app')],
    from: '  selector: {matchLabels: {app: web}}\n',
    to: '',
  },
  { name: 'removes within brackets', changes: [gone('metadata', 'finalizers', 0)], from: '[a, b]', to: '[b]' },
  { name: 'removes the last within brackets', changes: [gone('metadata', 'finalizers', 1)], from: '[a, b]', to: '[a]' },
  {
    name: 'replaces a scalar and keeps the comment behind it',
    changes: [set(8n, 'spec', 'replicas')],
    from: 'replicas: 2 # two',
    to: 'replicas: 8 # two',
  },
  {
    name: 'replaces strings by strings that need quotes',
    changes: [set('on', 'metadata', 'labels', 'app'), set('a: b', ...containers, 1, 'name')],
    from: '',
    to: '',
  },
  {
    name: 'replaces a scalar by several lines',
    changes: [set('one\ntwo\n', 'metadata', 'labels', 'app')],
    from: 'app: web\n  fin',
    to: 'app: |\n      one\n      two\n  fin',
  },
  {
    name: 'replaces within brackets',
    changes: [set(new Map([['x', 'y']]), 'spec', 'selector', 'matchLabels')],
    from: '{matchLabels: {app: web}}',
    to: '{matchLabels: {"x":"y"}}',
  },
  {
    name: 'replaces a list by another',
    changes: [
      set(
        [
          new Map<string, Value>([
            ['containerPort', 1n],
            ['name', 'x'],
          ]),
          'z',
        ],
        ...containers,
        0,
        'ports',
      ),
    ],
    from: `        - containerPort: 80
          name: http
        # https comes later
        - containerPort: 443
`,
    to: `        - containerPort: 1
          name: x
        - z
`,
  },
  {
    name: 'replaces an item',
    changes: [set(new Map([['name', 'w']]), ...containers, 0, 'ports', 0)],
    from: `        - containerPort: 80
          name: http
`,
    to: `        - name: w
`,
  },
  {
    name: 'replaces a scalar by a map',
    changes: [set(new Map([['a', 1n]]), 'spec', 'replicas')],
    from: 'replicas: 2 # two',
    to: 'replicas: # two\n    a: 1',
  },
  {
    name: 'leaves places alone that are not there',
    changes: [gone('spec', 'paused'), set(1n, 'status', 'replicas')],
    from: '',
    to: '',
  },
])('$name', ({ changes, from, to }) => {
  const changed = changeText(config, changes);
  expectChange(config, changed, changes);
  if (from !== '') expect(changed).toBe(config.replace(from, to));
  for (const comment of ['# what the team applies', '# the name', '# agreed in March'])
    expect(changed).toContain(comment);
});

test.each<readonly [name: string, text: string, changes: readonly PlaceChange[], changed: string]>([
  ['JSON on lines', '{\n  "a": 1,\n  "b": {"c": [1, 2]}\n}\n', [gone('b')], '{\n  "a": 1\n}\n'],
  ['JSON on lines, the first', '{\n  "a": 1,\n  "b": {"c": [1, 2]}\n}\n', [gone('a')], '{\n  "b": {"c": [1, 2]}\n}\n'],
  ['JSON, replaced', '{"a": 1, "b": "x"}', [set([true, null], 'a')], '{"a": [true,null], "b": "x"}'],
  ['a second document', 'a: 1\nb: 2\n---\na: 1\n', [gone('a')], 'b: 2\n---\na: 1\n'],
  ['an empty value', 'a:\nb: 2\n', [set('x', 'a')], 'a: x\nb: 2\n'],
  ['Windows line ends', 'a: 1\r\nb: 2\r\n', [gone('a')], 'b: 2\r\n'],
  ['no line end', 'a: 1\nb: 2', [gone('b')], 'a: 1\n'],
  ['quoted keys', '"a:b": 1\nc: 2\n', [set(5n, 'a:b')], '"a:b": 5\nc: 2\n'],
  ['a comment behind what becomes several lines', 'a: 1 # why\n', [set('x\n', 'a')], 'a: | # why\n  x\n'],
  ['an alias', 'a: &x {p: 1, q: 2}\nb: *x\n', [gone('b', 'p')], 'a:\n  p: 1\n  q: 2\nb:\n  q: 2\n'],
  ['a merge key', 'a: &x\n  p: 1\nb:\n  <<: *x\n  q: 2\n', [gone('b', 'p')], 'a:\n  p: 1\nb:\n  q: 2\n'],
  ['items behind dashes', '- - 1\n  - 2\n- 3\n', [gone(0, 0)], '- - 2\n- 3\n'],
  ['text that does not read', 'a: [', [gone('a')], 'a: ['],
])('edits %s', (_, text, changes, expected) => {
  expect(changeText(text, changes)).toBe(expected);
});

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.bigInt({ min: -5n, max: 500n }),
  fc.constantFrom('', 'x', 'yes', ' padded', 'a: b', 'two\nlines', 'line\n', '- x', '#no', '1'),
);
const value = fc.letrec<{ value: Value; list: Value; map: Value }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  map: fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c d', '1', 'x.y/z'), tie('value')), {
      selector: ([key]) => key,
      maxLength: 4,
    })
    .map((entries) => new Map(entries)),
}));

test('changes another document than the first', () => {
  const text = 'a: 1\n---\n# mine\na: 1 # here\nb: 2\n---\na: 1\n';
  const change = (value: Value | undefined) => changeText(text, [{ place: ['a'], value }], 1);
  expect(change(5n)).toBe('a: 1\n---\n# mine\na: 5 # here\nb: 2\n---\na: 1\n');
  expect(change(undefined)).toBe('a: 1\n---\n# mine\nb: 2\n---\na: 1\n');
  expect(changeText(text, [{ place: ['a'], value: 2n }], 9)).toBe(text);
});

test('gives exactly the changed value, whatever the text looks like', () => {
  fc.assert(
    fc.property(
      value.map,
      fc.array(fc.tuple(fc.nat(), fc.option(value.value, { nil: undefined })), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (made, wanted, flow) => {
        const places = placesOf(made);
        if (places.length === 0) return;
        const changes = wanted.map(([n, next]) => ({ place: places[n % places.length] ?? [], value: next }));
        // Changes of one place, or of a place within another, would depend on their order.
        const apart = changes.filter(
          ({ place }, index) =>
            !changes.some((other, at) => at !== index && other.place.every((step, depth) => place[depth] === step)),
        );
        const text = printYaml(made).text;
        const written = flow ? text : `# top\n${text.replaceAll(/^(\s*\S+: \d+)$/gm, '$1 # why')}# end\n`;
        expectChange(written, changeText(written, apart), apart);
      },
    ),
    { numRuns: 400 },
  );
});

function placesOf(made: Value): ValuePath[] {
  const children = Array.isArray(made) ? [...made.entries()] : made instanceof Map ? [...made.entries()] : [];
  return children.flatMap(([step, child]): ValuePath[] => [
    [step],
    ...placesOf(child).map((place) => [step, ...place]),
  ]);
}

function expectChange(text: string, changed: string, changes: readonly PlaceChange[]): void {
  const before = readDocuments(text)[0]?.value ?? null;
  const after = readDocuments(changed)[0]?.value ?? null;
  const wanted = changeValue(before, withoutEmptied(before, changes));
  expect(equals(after, wanted), `${text}\n=>\n${changed}`).toBe(true);
}
