import { fileUri, jsonText, terminalLine } from '@managed-fields/foreign-text';
import { type LintFinding, type LintRule, lintRules } from '@managed-fields/survey';
import { outputJson } from '../json/output.ts';
import type { LintedDefinition } from './linted.ts';

/** What each rule finds, and why it matters. */
const words: Readonly<Record<LintRule, { readonly title: string; readonly why: string }>> = {
  'atomic-list-of-objects': {
    title: 'a list of objects that is owned as a whole',
    why: 'Whoever applies an item of it owns all of them: two managers that apply an item each conflict, and the last one that forces takes the items of the other.',
  },
  'atomic-list-of-values': {
    title: 'a list of values that is owned as a whole',
    why: 'Two managers cannot apply a value each: every apply replaces the list.',
  },
  'map-key-optional': {
    title: 'a key of a list that may be left out',
    why: 'An apply of an item without it is refused: the list has keys, and the item omits one without a default.',
  },
  'map-without-keys': {
    title: 'a list of type map without keys',
    why: 'Nothing tells its items apart.',
  },
  'set-of-objects': {
    title: 'a set of objects',
    why: 'Items of a set are compared as a whole: who changes a member of one makes another item of it.',
  },
  'topology-changes': {
    title: 'a field that versions merge in different ways',
    why: 'managedFields are not converted between the two: entries at the other version lose or keep fields that nobody meant, and applies can be refused.',
  },
};

/** Prints what was found in definitions. */
export function printLint(
  linted: readonly LintedDefinition[],
  output: 'text' | 'json' | 'sarif',
  { link, version }: { readonly link: string | undefined; readonly version: string },
): string {
  switch (output) {
    case 'text':
      return lintText(linted, link);
    case 'json':
      return outputJson('Lint', { definitions: linted.map(definitionJson), link });
    case 'sarif':
      return lintSarif(linted, version);
  }
}

/** The markers that mend a finding, for Go types and for the schema; none where only a decision can. */
export function markersOf({ rule, key, keyOptional }: LintFinding): {
  readonly kubebuilder: readonly string[];
  readonly openapi: readonly string[];
} {
  switch (rule) {
    case 'atomic-list-of-objects':
    case 'set-of-objects':
    case 'map-without-keys':
      if (key === '') return { kubebuilder: ['+listType=atomic'], openapi: ['x-kubernetes-list-type: atomic'] };
      return {
        kubebuilder: ['+listType=map', `+listMapKey=${key}`, ...(keyOptional ? [`+required, on ${key}`] : [])],
        openapi: [
          ...['x-kubernetes-list-type: map', `x-kubernetes-list-map-keys: [${key}]`],
          ...(keyOptional ? [`items.required: [${key}]`] : []),
        ],
      };
    case 'atomic-list-of-values':
      return { kubebuilder: ['+listType=set'], openapi: ['x-kubernetes-list-type: set'] };
    case 'map-key-optional':
      return {
        kubebuilder: [`+required, on ${key}, or +default=…`],
        openapi: [`items.required: [${key}], or a default of ${key}`],
      };
    case 'topology-changes':
      return { kubebuilder: [], openapi: [] };
  }
}

function sentenceOf(finding: LintFinding): string {
  const { rule, path, version, other } = finding;
  const what = other === undefined ? '' : `: ${other.own} in ${version}, ${other.topology} in ${other.version}`;
  return `${path} of ${version} is ${words[rule].title}${what}`;
}

function lintText(linted: readonly LintedDefinition[], link: string | undefined): string {
  const count = linted.reduce(
    (sum, { findings, refusal }) => sum + findings.length + (refusal === undefined ? 0 : 1),
    0,
  );
  const lines = linted.flatMap(({ name, file, findings, refusal }) => [
    ...(refusal === undefined ? [] : [`${file}: error: a server would not take ${name}: ${refusal}`]),
    ...findings.flatMap((finding) => {
      const { kubebuilder, openapi } = markersOf(finding);
      return [
        `${file}:${finding.line}: ${finding.severity}: ${name}: ${sentenceOf(finding)} (${finding.rule})`,
        `  ${words[finding.rule].why}`,
        ...(kubebuilder.length === 0 ? [] : [`  // ${kubebuilder.join('   // ')}`]),
        ...(openapi.length === 0 ? [] : [`  ${openapi.join('; ')}`]),
      ];
    }),
  ]);
  const head = `${linted.length === 1 ? '1 definition' : `${linted.length} definitions`}, ${count === 1 ? '1 finding' : `${count} findings`}.`;
  const foot = link === undefined ? [] : [`Two managers fight about the first: ${link}`];
  return [head, ...lines, ...foot].map((line) => `${terminalLine(line)}\n`).join('');
}

function definitionJson({ name, file, findings, refusal }: LintedDefinition): object {
  return {
    ...{ name, file, refusal },
    findings: findings.map((finding) => {
      const { rule, severity, version, path, line, key, other } = finding;
      return { rule, severity, version, path, line, key: key || undefined, other, ...markersOf(finding) };
    }),
  };
}

const ruleIds = Object.keys(lintRules) as readonly LintRule[];

function lintSarif(linted: readonly LintedDefinition[], version: string): string {
  const refused = { id: 'definition-refused', level: 'error' as const };
  const rules = [
    ...ruleIds.map((id) => ({
      id,
      shortDescription: { text: words[id].title },
      help: { text: words[id].why },
      defaultConfiguration: { level: lintRules[id] },
    })),
    {
      id: refused.id,
      shortDescription: { text: 'a definition that a server does not take' },
      defaultConfiguration: { level: refused.level },
    },
  ];
  const results = linted.flatMap(({ name, file, findings, refusal }) => [
    ...(refusal === undefined
      ? []
      : [
          resultOf({
            rule: refused.id,
            index: ruleIds.length,
            level: 'error',
            text: `${name}: ${refusal}`,
            file,
            line: 1,
          }),
        ]),
    ...findings.map((finding) => {
      const { openapi } = markersOf(finding);
      const mended = openapi.length === 0 ? '' : ` ${openapi.join('; ')} mends it.`;
      const { rule, severity, line } = finding;
      const text = `${name}: ${sentenceOf(finding)}.${mended}`;
      return resultOf({ rule, index: ruleIds.indexOf(rule), level: severity, text, file, line });
    }),
  ]);
  const driver = { name: 'managed-fields', version, rules };
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${jsonText(sarif)}\n`;
}

interface Result {
  readonly rule: string;
  readonly index: number;
  readonly level: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

function resultOf({ rule, index, level, text, file, line }: Result): object {
  const location = { artifactLocation: { uri: fileUri(file) }, region: { startLine: line } };
  return {
    ...{ ruleId: rule, ruleIndex: index, level, message: { text: terminalLine(text) } },
    locations: [{ physicalLocation: location }],
    partialFingerprints: { 'managedFields/v1': `${rule} ${text}` },
  };
}
