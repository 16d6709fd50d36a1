import { compilePattern, type Pattern, type PatternMatch } from '@managed-fields/api-server/pattern';
import type { TextRange } from '@managed-fields/source';
import gitleaks from './data/gitleaks.json' with { type: 'json' };

/** A rule of gitleaks: a regular expression of Go, tried where one of its keywords stands. */
export interface Rule {
  readonly id: string;
  readonly regex: string;
  /** In lower case. */
  readonly keywords: readonly string[];
  /** The fewest bits for each character that a secret has. */
  readonly entropy?: number;
  /** The group that is the secret; without it the first that took part, else the whole match. */
  readonly group?: number;
  /** What a secret is not: placeholders of documentation. */
  readonly not?: readonly string[];
}

const rules: readonly Rule[] = gitleaks.rules;

/** All keywords with the rules that they choose. */
const chosenBy = new Map<string, Rule[]>();
for (const rule of rules) {
  for (const keyword of rule.keywords) chosenBy.set(keyword, [...(chosenBy.get(keyword) ?? []), rule]);
}

const compiled = new Map<string, Pattern>();

function patternOf(source: string): Pattern {
  const known = compiled.get(source) ?? compilePattern(source);
  compiled.set(source, known);
  return known;
}

/** How far before and behind a keyword a rule is tried, in UTF-16 code units; what is longer is widened afterwards. */
const [reachBefore, reachBehind] = [200, 2000];

/**
 * Finds the secrets that the rules of gitleaks know in a text: tokens of services by their shape, and values by the name
 * of a service before them. Not in order; they may overlap. A rule is tried around its keywords alone, by an engine whose
 * time is linear. Upstream: gitleaks detect/detect.go Detector.detectRule.
 */
export function rulesIn(text: string): readonly TextRange[] {
  const lower = text.toLowerCase();
  const found: TextRange[] = [];
  for (const [keyword, own] of chosenBy) {
    if (!lower.includes(keyword)) continue;
    for (const part of around(lower, keyword)) {
      const piece = text.slice(part.from, part.to);
      for (const rule of own) {
        for (const { from, to } of matchesOf(rule, piece)) found.push(widened(text, part.from + from, part.from + to));
      }
    }
  }
  return found;
}

/** The parts of a text around a keyword, joined where they touch. */
function around(lower: string, keyword: string): readonly TextRange[] {
  const parts: { from: number; to: number }[] = [];
  for (let at = lower.indexOf(keyword); at >= 0; at = lower.indexOf(keyword, at + keyword.length)) {
    const [from, to] = [Math.max(0, at - reachBefore), Math.min(lower.length, at + keyword.length + reachBehind)];
    const last = parts.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else parts.push({ from, to });
  }
  return parts;
}

function matchesOf(rule: Rule, text: string): readonly TextRange[] {
  const pattern = patternOf(rule.regex);
  if (pattern.kind === 'error') return [];
  const found: TextRange[] = [];
  for (const match of pattern.findEach(text)) {
    const range = unquoted(text, secretOf(match, rule));
    const secret = text.slice(range.from, range.to);
    if (secret !== '' && isLikely(secret, rule)) found.push(range);
  }
  return found;
}

function secretOf(match: PatternMatch, { group }: Rule): TextRange {
  if (group !== undefined) return match.groups[group - 1] ?? match;
  return match.groups.find((each) => each !== undefined && each.to > each.from) ?? match;
}

/** A range without the quotes around it. */
function unquoted(text: string, range: TextRange): TextRange {
  const [first, last] = [text.charAt(range.from), text.charAt(range.to - 1)];
  const isQuoted = range.to - range.from > 2 && first === last && (first === '"' || first === "'");
  return isQuoted ? { from: range.from + 1, to: range.to - 1 } : range;
}

function isLikely(secret: string, { entropy, not = [] }: Rule): boolean {
  if (entropy !== undefined && bitsPerLetter(secret) <= entropy) return false;
  return !not.some((source) => {
    const pattern = patternOf(source);
    return pattern.kind === 'pattern' && pattern.test(secret);
  });
}

/** A range with the letters and digits that go on behind it: a rule may know only the beginning of a token. */
function widened(text: string, from: number, to: number): TextRange {
  let end = to;
  if (/[\w+/-]/.test(text.charAt(to - 1))) while (end < text.length && /[\w+/=-]/.test(text.charAt(end))) end++;
  return { from, to: end };
}

/** Shannon's entropy of the characters of a text, in bits. Upstream: gitleaks detect/utils.go shannonEntropy. */
export function bitsPerLetter(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
