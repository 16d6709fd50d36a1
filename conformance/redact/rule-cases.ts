import { readFileSync, writeFileSync } from 'node:fs';
import { compilePattern, type PatternNode, parsePattern } from '@managed-fields/api-server/pattern';
import { bitsPerLetter } from '@managed-fields/redact';
import type { NewStep } from '@managed-fields/scenario';

/** A rule as `packages/redact` reads it: without its description, and with what is never true left out. */
export interface ImportedRule {
  readonly id: string;
  readonly regex: string;
  readonly keywords: readonly string[];
  readonly entropy?: number;
  readonly group?: number;
  /** A match whose secret one of these matches is none. */
  readonly not?: readonly string[];
}

interface Form {
  readonly name: string;
  readonly group: string;
  readonly steps: readonly NewStep[];
  readonly secrets: readonly string[];
}

const file = new URL('../../e2e/hostile/secrets.cases.json', import.meta.url);

/** The group of the forms that are made here; all others are written by hand. */
const group = 'rule';

/** Writes the forms of rules behind those that were written by hand, and returns how many there are. */
export function writeRuleCases(rules: readonly ImportedRule[]): number {
  const byHand = (JSON.parse(readFileSync(file, 'utf8')) as readonly Form[]).filter((each) => each.group !== group);
  const made = ruleCases(rules);
  writeFileSync(file, `${JSON.stringify([...byHand, ...made], null, 1)}\n`);
  return made.length;
}

/**
 * Makes forms of secrets: for each rule three texts that it matches, drawn by chance, each at a place of a scenario under a
 * name that says nothing. The same rules give the same forms.
 */
export function ruleCases(rules: readonly ImportedRule[]): readonly Form[] {
  return rules.flatMap((rule, index) => formsOf(rule, index));
}

/** The places in which a secret is put, under names that say nothing. */
const places: readonly (readonly [name: string, make: (text: string) => NewStep])[] = [
  ['data of a ConfigMap', (text) => apply(`kind: ConfigMap\ndata:\n  line: ${quoted(text)}\n`)],
  ['a variable', (text) => container(`env: [{name: SETTING, value: ${quoted(text)}}]`)],
  ['an argument', (text) => container(`args: [serve, ${quoted(text)}]`)],
  ['an annotation', (text) => apply(`kind: Service\nmetadata: {annotations: {example.com/line: ${quoted(text)}}}\n`)],
  ['a custom resource', (text) => apply(`apiVersion: example.com/v1\nkind: Thing\nspec: {line: ${quoted(text)}}\n`)],
  [
    'JSON in a ConfigMap',
    (text) => apply(`kind: ConfigMap\ndata:\n  a.json: ${quoted(JSON.stringify({ line: text }))}\n`),
  ],
  [
    'base64 in a ConfigMap',
    (text) => apply(`kind: ConfigMap\ndata:\n  line: ${Buffer.from(`line: ${text}\n`).toString('base64')}\n`),
  ],
  ['a note', (text) => ({ ...apply('kind: ConfigMap\n'), note: `see ${text} there` })],
  ['a comment', (text) => apply(`kind: ConfigMap # ${text.replace(/\s+/g, ' ')}\n`)],
  ['an argument of kubectl', (text) => ({ kind: 'kubectl', text: `kubectl annotate cm web line=${shell(text)}` })],
];

function formsOf(rule: ImportedRule, index: number): readonly Form[] {
  const random = numbers(index + 1);
  return [0, 1, 2].flatMap((turn): readonly Form[] => {
    const found = exampleOf(rule, random);
    if (found === undefined) throw new Error(`no text was found that ${rule.id} matches`);
    const [name, make] = places[(index * 3 + turn) % places.length] ?? places[0] ?? [];
    if (name === undefined || make === undefined) return [];
    return [{ name: `${rule.id} in ${name}`, group, steps: [make(found.text)], secrets: [found.secret] }];
  });
}

/** A text that a rule matches, with the secret in it. */
function exampleOf(
  rule: ImportedRule,
  random: () => number,
): { readonly text: string; readonly secret: string } | undefined {
  const parsed = parsePattern(rule.regex);
  const pattern = compilePattern(rule.regex);
  if (parsed.kind === 'error' || pattern.kind === 'error') return undefined;
  for (let tries = 0; tries < 400; tries++) {
    const alone = drawn(parsed.node, random);
    // Some rules ask for the name of the service anywhere around.
    const isNamed = rule.keywords.some((keyword) => alone.toLowerCase().includes(keyword));
    const text = isNamed ? alone : `${rule.keywords[0]} ${alone}`;
    if (/[^\x20-\x7e]/.test(text)) continue;
    const [match] = pattern.findEach(text);
    const first = match?.groups.find((each) => each !== undefined && each.to > each.from);
    const range = (rule.group === undefined ? first : match?.groups[rule.group - 1]) ?? match;
    const secret = range === undefined ? '' : text.slice(range.from, range.to).replace(/^["']|["']$/g, '');
    if (secret.length < 4 || bitsPerLetter(secret) <= (rule.entropy ?? 0) + 0.3) continue;
    return { text, secret };
  }
  return undefined;
}

/** A text that an expression matches, but for what it says of its borders. */
function drawn(node: PatternNode, random: () => number): string {
  switch (node.kind) {
    case 'class': {
      const all = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).filter((char) => {
        return (
          node.charClass.items.some((item) => item.matches(char.charCodeAt(0)) !== item.negated) !==
          node.charClass.negated
        );
      });
      const letters = all.filter((char) => /[A-Za-z\d]/.test(char));
      const chosen = letters.length > 0 ? letters : all;
      return chosen[Math.floor(random() * chosen.length)] ?? '';
    }
    case 'assert':
      return '';
    case 'concat':
      return node.nodes.map((each) => drawn(each, random)).join('');
    case 'alternate':
      return drawn(node.nodes[Math.floor(random() * node.nodes.length)] ?? { kind: 'concat', nodes: [] }, random);
    case 'capture':
      return drawn(node.node, random);
    case 'repeat': {
      const most = Math.min(node.max ?? node.min + 8, node.min + 8);
      const times = node.min + Math.floor(random() * (most - node.min + 1));
      return Array.from({ length: times }, () => drawn(node.node, random)).join('');
    }
  }
}

function apply(rest: string): NewStep {
  const head = rest.startsWith('apiVersion') ? '' : 'apiVersion: v1\n';
  const named = rest.includes('metadata:') ? rest : `${rest}metadata: {name: web}\n`;
  return { kind: 'apply', manager: 'team-a', text: head + named };
}

function container(rest: string): NewStep {
  return apply(`kind: Pod\nspec: {containers: [{name: app, image: app, ${rest}}]}\n`);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Numbers from 0 to 1 that look random, the same for the same seed: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
