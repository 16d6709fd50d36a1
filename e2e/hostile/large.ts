import { deflateRawSync } from 'node:zlib';
import { definition } from '@managed-fields/player/sample-texts';

/** A hostile input: its name, what it tries, and the text itself. */
export interface Hostile {
  readonly name: string;
  readonly tries: string;
  readonly text: string;
}

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const million = 1_000_000;

function entry(fields: string, manager = 'm'): string {
  return `  - manager: ${manager}\n    operation: Apply\n    apiVersion: v1\n    fieldsType: FieldsV1\n    fieldsV1: ${fields}\n`;
}

function numbers(count: number, write: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => write(number)).join('');
}

/** Texts that are hostile by their size, made here because nobody wants to read them. */
export const largeTexts: readonly Hostile[] = [
  ['10,000 lists in lists, flow', 'depth', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['10,000 lists in lists, block', 'depth', `${'- '.repeat(10_000)}a\n`],
  ['10,000 lists that never end', 'depth', '['.repeat(10_000)],
  ['10,000 maps in maps, flow', 'depth', `${'{a: '.repeat(10_000)}b${'}'.repeat(10_000)}`],
  ['10,000 maps in maps, JSON', 'depth', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['10,000 maps in maps that never end, JSON', 'depth', '{"a":'.repeat(10_000)],
  [
    '1,000 maps in maps, block',
    'depth',
    `${numbers(1000, (depth) => `${' '.repeat(depth)}a:\n`)}${' '.repeat(1000)}b: 1\n`,
  ],
  ['10,000 keys of keys', 'depth', `${'? '.repeat(10_000)}a\n`],
  ['255 levels in an object', 'as deep as may be', `${configMap}data: ${'{a: '.repeat(253)}1${'}'.repeat(253)}\n`],
  ['a value of 10 MB', 'size', `${configMap}data:\n  a: ${'x'.repeat(10 * million)}\n`],
  ['a key of 10 MB', 'size', `${configMap}data:\n  ${'x'.repeat(10 * million)}: a\n`],
  ['10 MB of line breaks', 'size', '\n'.repeat(10 * million)],
  ['10 MB of spaces', 'size', ' '.repeat(10 * million)],
  ['10 MB of open brackets', 'size and depth', '['.repeat(10 * million)],
  ['a value of 1 MB', 'size within the limits', `${configMap}data:\n  a: ${'x'.repeat(million)}\n`],
  [
    'a value of 1 MB in folded lines',
    'size within the limits',
    `${configMap}data:\n  a: >\n${'    word word\n'.repeat(80_000)}`,
  ],
  ['1 MB of comments', 'size within the limits', `${'# a comment\n'.repeat(90_000)}${configMap}`],
  ['1 MB of escapes', 'size within the limits', `${configMap}data:\n  a: "${'\\u202e'.repeat(160_000)}"\n`],
  ['1 MB of quotes', 'size within the limits', `${configMap}data:\n  a: '${"''".repeat(500_000)}'\n`],
  ['50,000 keys', 'width', `${configMap}data:\n${numbers(50_000, (number) => `  k${number}: v\n`)}`],
  ['50,000 keys that never were', 'width', numbers(50_000, (number) => `k${number}: v\n`)],
  [
    '20,000 items',
    'width',
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a, finalizers: [${numbers(20_000, (number) => `a.b/${number}, `)}]}\n`,
  ],
  ['1,001 documents', 'documents', `${configMap}---\n`.repeat(1001)],
  ['20,000 anchors', 'anchors', `a:\n${numbers(20_000, (number) => `- &a${number} x\n- *a${number}\n`)}`],
  ['20,000 tags', 'tags', `a:\n${numbers(20_000, (number) => `- !t${number} x\n`)}`],
  [
    '10,000 entries',
    'managedFields',
    `${configMap}  managedFields:\n${numbers(10_000, (number) => entry('{}', `m${number}`))}data: {}\n`,
  ],
  [
    '10,000 entries of one manager',
    'managedFields',
    `${configMap}  managedFields:\n${entry('{"f:data": {"f:k": {}}}').repeat(10_000)}data: {k: v}\n`,
  ],
  [
    'an entry 200 deep',
    'managedFields',
    `${configMap}  managedFields:\n${entry(`${'{"f:a": '.repeat(200)}{}${'}'.repeat(200)}`)}`,
  ],
  [
    'an entry 10,000 deep',
    'managedFields',
    `${configMap}  managedFields:\n${entry(`${'{"f:a": '.repeat(10_000)}{}${'}'.repeat(10_000)}`)}`,
  ],
  [
    'an entry of 50,000 fields',
    'managedFields',
    `${configMap}  managedFields:\n${entry(`{"f:data": {${numbers(50_000, (number) => `"f:k${number}": {}, `)}"f:k": {}}}`)}`,
  ],
  ['a command of 100,000 quotes', 'commands', `kubectl apply -f ${`"a"'b'`.repeat(50_000)}`],
  ['a command of 100,000 substitutions', 'commands', `kubectl apply -f ${'$('.repeat(100_000)}`],
  [
    'an error of 100,000 conflicts',
    'errors',
    `error: Apply failed with 2 conflicts: ${'conflict with "a" using v1: .a\n'.repeat(30_000)}`,
  ],
  ['an error of half a million spaces', 'patterns that take for ever', `error: conflict with "${' '.repeat(500_000)}`],
  ['a request of 50,000 headers', 'requests', `GET /api/v1/namespaces HTTP/1.1\n${'a: b\n'.repeat(50_000)}\n`],
].map(([name = '', tries = '', text = '']) => ({ name, tries, text }));

/** Texts of a megabyte that a link holds in a kilobyte or two, most of them in one line. */
const longLines: readonly (readonly [name: string, text: string])[] = [
  ['200,000 pairs in a line', `{${'a: b, '.repeat(200_000)}}`],
  ['8,000 different pairs in a line', `${configMap}data: {${numbers(8000, (number) => `k${number}: v, `)}}\n`],
  ['700,000 colons in a line', ': '.repeat(700_000)],
  ['700,000 question marks in a line', '? '.repeat(700_000)],
  ['400,000 turned characters', `${configMap}data:\n  a: "${'\u202e'.repeat(400_000)}"\n`],
  ['300,000 backslashes', '\\'.repeat(300_000)],
  ['300 KB of JSON in a line', jsonLine()],
  ['a value of a million characters', `${configMap}data:\n  a: ${'word '.repeat(200_000)}\n`],
];

function jsonLine(): string {
  const items = Array.from({ length: 24_000 }, (_, number) => ({ a: number % 7 }));
  const more = Array.from({ length: 9000 }, () => 'some value');
  return JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a' },
    spec: { items, more },
  });
}

/** A text as live object and applied. Of a text that a link cannot hold twice only the beginning is applied. */
const stepsOf = (text: string) => [
  { kind: 'live', text },
  { kind: 'apply', manager: 'm', text: Buffer.byteLength(text) > 700_000 ? text.slice(0, 60_000) : text },
];

/** A definition with defaults, and an object that gets them all. */
function withDefaults(write: (field: number) => string): readonly object[] {
  const fields = numbers(12, (field) => `              f${field}: ${write(field)}\n`);
  const text = definition({
    kind: 'Web',
    spec: `            type: object
            properties:
${fields.trimEnd()}`,
  });
  const object = 'apiVersion: example.com/v1\nkind: Web\nmetadata:\n  name: a\nspec: {}\n';
  return [
    { kind: 'crd', text },
    { kind: 'apply', manager: 'm', text: object },
  ];
}

/** Steps that draw much: many long lines on one screen, and a definition of long defaults. */
const wideSteps: readonly (readonly [name: string, steps: readonly object[]])[] = [
  ...(
    [
      ['words', 'word '.repeat(1680)],
      ['JSON', `'${'{"a":1},'.repeat(1050)}'`],
      ['turned characters', `"${'\u202ea'.repeat(4200)}"`],
    ] as const
  ).map(
    ([name, value]) =>
      [
        `50 lines of 8.4 KB, ${name}`,
        stepsOf(`${configMap}data:\n${numbers(50, (n) => `  k${n}: ${value}\n`)}`),
      ] as const,
  ),
  [
    '50 lines of 8.4 KB, pairs',
    stepsOf(
      `apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n${numbers(50, (n) => `  k${n}: {${numbers(1000, (m) => `a${m}: b, `)}}\n`)}`,
    ),
  ],
  ['a definition with twelve long texts', withDefaults(() => `{type: string, default: "${'a.b '.repeat(2000)}"}`)],
  [
    'a definition with twelve long lists',
    withDefaults(() => `{type: array, items: {type: integer}, default: [${numbers(3000, (n) => `${n}, `)}]}`),
  ],
  [
    'a definition with twelve long maps',
    withDefaults(
      () =>
        `{type: object, additionalProperties: {type: integer}, default: {${numbers(1500, (n) => `k${n}: ${n}, `)}}}`,
    ),
  ],
];

/** Links to these steps. */
export const wideLinks: readonly Hostile[] = wideSteps.map(([name, steps]) => ({
  name,
  tries: 'more elements than a page can draw',
  text: sealed('1z', deflateRawSync(JSON.stringify({ version: 1, steps }), { level: 9 })),
}));

/** Links to these texts: as live object and applied, and as a command and a file of it. */
export const longLineLinks: readonly Hostile[] = [
  ...longLines.map(([name, text]) => [name, stepsOf(text)] as const),
  ['a command of 80,000 lines', [{ kind: 'kubectl', text: 'kubectl get pods\n'.repeat(80_000) }]] as const,
  [
    'a command of 200,000 pairs',
    [{ kind: 'kubectl', text: `kubectl apply -f {${'a: b, '.repeat(200_000)}}` }],
  ] as const,
  [
    'a file of 200,000 pairs in a line',
    [
      {
        kind: 'kubectl',
        text: 'kubectl apply --server-side -f a.yaml',
        files: { 'a.yaml': `{${'a: b, '.repeat(200_000)}}` },
      },
    ],
  ] as const,
].map(([name, steps]) => ({
  name,
  tries: 'a page that does not answer any more',
  text: sealed('1z', deflateRawSync(JSON.stringify({ version: 1, steps }), { level: 9 })),
}));

/** Fragments that are hostile by their size or by what they unpack to, with checksums that fit. */
export const largeLinks: readonly Hostile[] = [
  ['as long as may be', 'length', `s/1z.${'A'.repeat(65_000)}`],
  ['longer than may be', 'length', `s/1z.${'A'.repeat(65_536)}`],
  ['a million characters', 'length', `s/1z.${'A'.repeat(million)}`],
  ['a name of an example without end', 'length', `x/${'a'.repeat(60_000)}`],
  ['a checksum without end', 'length', `s/1z.abc.${'0'.repeat(60_000)}`],
  ['a version without end', 'length', `s/${'9'.repeat(60_000)}z.abc`],
  ['dots without end', 'length', `s/1z${'.'.repeat(60_000)}`],
  ['40 MB of zeros', 'unpacking to more than may be', sealed('1z', deflateRawSync(Buffer.alloc(40 * million)))],
  ['2 MB of brackets', 'unpacking to more than may be', sealed('1z', deflateRawSync('['.repeat(2 * million)))],
  ['1 MB of brackets', 'depth', sealed('1z', deflateRawSync('['.repeat(million)))],
  ['no deflate data', 'broken data', sealed('1z', Buffer.from('no deflate data at all'))],
  ['deflate data that is cut', 'broken data', sealed('1z', deflateRawSync('x'.repeat(1000)).subarray(0, 5))],
  [
    'two deflate streams',
    'something behind the end',
    sealed('1z', Buffer.concat([deflateRawSync('{}'), deflateRawSync('{}')])),
  ],
  ['a scenario with an alias bomb', 'a billion values', sealed('1j', Buffer.from(JSON.stringify(bombScenario())))],
].map(([name = '', tries = '', text = '']) => ({ name, tries, text }));

function bombScenario(): object {
  const levels = 'bcdefghi'.split('').map((name, at) => {
    const before = 'abcdefgh'.charAt(at);
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]\n`;
  });
  return { version: 1, steps: [{ kind: 'live', text: `a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join('')}` }] };
}

/** A payload as a fragment whose checksum fits, so that nothing is refused for it. */
export function sealed(head: string, payload: Buffer): string {
  const body = `${head}.${payload.toString('base64url')}`;
  let crc = 0xffffffff;
  for (let at = 0; at < body.length; at++) {
    crc ^= body.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return `s/${body}.${((crc ^ 0xffffffff) >>> 0).toString(36).padStart(7, '0')}`;
}
