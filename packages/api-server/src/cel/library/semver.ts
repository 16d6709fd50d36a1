import { quote } from '@managed-fields/merge-engine';
import { type CelValue, celError, type Opaque } from '../value/cel-value.ts';
import { type Declaration, overloads } from './declaration.ts';

/** The functions that begin with a version, without which no other is called. Kubernetes has them since v1.33. */
export const semverNames: ReadonlySet<string> = new Set(['semver', 'isSemver']);

interface Version {
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly pre: readonly (string | bigint)[];
}

const digits = /^\d+$/;
const letters = /^[A-Za-z0-9-]+$/;

/** Parses a version, or returns the error. Upstream: github.com/blang/semver/v4 Parse. */
function parseVersion(text: string): Version | string {
  if (text === '') return 'Version string empty';
  const parts = splitThree(text);
  if (parts.length !== 3) return 'No Major.Minor.Patch elements found';
  const [major = '', minor = '', rest = ''] = parts;
  const plus = rest.indexOf('+');
  const build = plus < 0 ? [] : rest.slice(plus + 1).split('.');
  const core = plus < 0 ? rest : rest.slice(0, plus);
  const dash = core.indexOf('-');
  const pre = dash < 0 ? [] : core.slice(dash + 1).split('.');
  const patch = dash < 0 ? core : core.slice(0, dash);
  const numbers = [major, minor, patch].map((number, place) =>
    readNumber(number, ['major', 'minor', 'patch'][place] ?? ''),
  );
  const bad = [...numbers, ...pre.map(preComplaint), ...build.map(buildComplaint)].find(
    (each) => typeof each === 'string',
  );
  if (typeof bad === 'string') return bad;
  const [a = 0n, b = 0n, c = 0n] = numbers as bigint[];
  return { numbers: [a, b, c], pre: pre.map((each) => (digits.test(each) ? BigInt(each) : each)) };
}

function splitThree(text: string): string[] {
  const [first = '', second, ...rest] = text.split('.');
  if (second === undefined) return [first];
  return rest.length === 0 ? [first, second] : [first, second, rest.join('.')];
}

function readNumber(text: string, name: string): bigint | string {
  if (!digits.test(text) && text !== '') return `Invalid character(s) found in ${name} number ${quote(text)}`;
  if (/^0./.test(text)) {
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} number must not contain leading zeroes ${quote(text)}`;
  }
  if (text === '') return `strconv.ParseUint: parsing ${quote(text)}: invalid syntax`;
  const number = BigInt(text);
  return number < 2n ** 64n ? number : `strconv.ParseUint: parsing ${quote(text)}: value out of range`;
}

function preComplaint(text: string): string | undefined {
  if (text === '') return 'Prerelease is empty';
  if (/^0\d+$/.test(text)) return `Numeric PreRelease version must not contain leading zeroes ${quote(text)}`;
  return letters.test(text) ? undefined : `Invalid character(s) found in prerelease ${quote(text)}`;
}

function buildComplaint(text: string): string | undefined {
  if (text === '') return 'Build meta data is empty';
  return letters.test(text) ? undefined : `Invalid character(s) found in build meta data ${quote(text)}`;
}

/**
 * Normalises a version: removes `v`, adds missing numbers and drops leading zeros. It returns the error where that is
 * not possible.
 */
function normalized(text: string): { readonly text: string } | string {
  const parts = splitThree(text.replace(/^v/, '')).map((part) => {
    if (part.length <= 1) return part;
    const trimmed = part.replace(/^0+/, '');
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    return 'short version cannot contain PreRelease/Build meta data';
  }
  while (parts.length < 3) parts.push('0');
  return { text: parts.join('.') };
}

function read(text: CelValue, tolerant: CelValue): Version | string {
  if (tolerant !== true) return parseVersion(String(text));
  const clean = normalized(String(text));
  return typeof clean === 'string' ? clean : parseVersion(clean.text);
}

function versionValue(text: CelValue, tolerant: CelValue): CelValue {
  const version = read(text, tolerant);
  if (typeof version === 'string') return celError(version);
  return {
    kind: 'opaque',
    type: 'kubernetes.Semver',
    content: version,
    text: String(text),
    equals: (other) => compareVersions(version, other.content as Version) === 0,
  };
}

function compareVersions(left: Version, right: Version): number {
  for (const [place, number] of left.numbers.entries()) {
    const other = right.numbers[place] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (left.pre.length === 0 || right.pre.length === 0) return Math.sign(right.pre.length - left.pre.length);
  for (const [place, part] of left.pre.entries()) {
    const other = right.pre[place];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (typeof part !== typeof other) return typeof part === 'bigint' ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return left.pre.length < right.pre.length ? -1 : 0;
}

const version = (value: CelValue) => (value as Opaque).content as Version;
const order = (left: CelValue, right: CelValue) => compareVersions(version(left), version(right));

/** Functions on semantic versions. Upstream: k8s.io/apiserver pkg/cel/library/semverlib.go. */
export const semverLibrary: readonly Declaration[] = [
  overloads(
    'semver',
    ['(string) semver', (text = null) => versionValue(text, false)],
    ['(string, bool) semver', (text = null, tolerant = null) => versionValue(text, tolerant)],
  ),
  overloads(
    'isSemver',
    ['(string) bool', (text = null) => typeof read(text, false) !== 'string'],
    ['(string, bool) bool', (text = null, tolerant = null) => typeof read(text, tolerant) !== 'string'],
  ),
  overloads('isGreaterThan', ['semver.(semver) bool', (left = null, right = null) => order(left, right) > 0]),
  overloads('isLessThan', ['semver.(semver) bool', (left = null, right = null) => order(left, right) < 0]),
  overloads('compareTo', ['semver.(semver) int', (left = null, right = null) => BigInt(order(left, right))]),
  ...(['major', 'minor', 'patch'] as const).map((name, place) =>
    overloads(name, ['semver.() int', (value = null) => version(value).numbers[place] ?? 0n]),
  ),
];
