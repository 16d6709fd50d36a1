import { expect, test } from 'vitest';
import { hasApplyFlag, withApplyFlag, withoutApplyFlags } from './command-flags.ts';

test.each<readonly [line: string, forced: string]>([
  ['kubectl apply -f a', 'kubectl apply -f a --force'],
  ['kubectl apply -f a --force', 'kubectl apply -f a --force'],
  ['kubectl apply -f - <<EOF\na\nEOF', 'kubectl apply -f - --force <<EOF\na\nEOF'],
  ['cat a | kubectl apply -f - && kubectl get cm', 'cat a | kubectl apply -f - --force && kubectl get cm'],
  ['kubectl apply edit-last-applied cm a', 'kubectl apply edit-last-applied cm a'],
  ['kubectl get cm apply', 'kubectl get cm apply'],
])('a flag is added behind the words of the apply in %j, and taken away again', (line, forced) => {
  expect(withApplyFlag(line, '--force')).toBe(forced);
  expect(hasApplyFlag(forced, '--force')).toBe(forced.includes('--force'));
  expect(withoutApplyFlags(forced, ['--force'])).toBe(line.replace(' --force', ''));
});

test.each<readonly [line: string, on: string]>([
  ['kubectl apply -f a --force-conflicts=false', 'kubectl apply -f a --force-conflicts'],
  [
    'kubectl apply --force-conflicts=0 -f a && kubectl get cm',
    'kubectl apply -f a --force-conflicts && kubectl get cm',
  ],
  ['kubectl apply --force-conflicts -f a --force-conflicts=false', 'kubectl apply -f a --force-conflicts'],
  ['kubectl apply -f a --force-conflicts=true', 'kubectl apply -f a --force-conflicts=true'],
])('a flag that is off in %j is turned on', (line, on) => {
  expect(withApplyFlag(line, '--force-conflicts')).toBe(on);
});

test.each<readonly [line: string, on: boolean]>([
  ['kubectl apply -f a --force-conflicts', true],
  ['kubectl apply -f a --force-conflicts=1', true],
  ['kubectl apply -f a --force-conflicts=T', true],
  ['kubectl -n prod apply -f a --force-conflicts', true],
  ['kubectl apply -f a "--force-conflicts"', true],
  ['kubectl apply -f a --force-conflicts=false', false],
  ['kubectl apply -f a --force-conflicts --force-conflicts=0', false],
  ['kubectl apply -f --force-conflicts', false],
  ['kubectl apply -f a # --force-conflicts', false],
  ['kubectl diff -f a --server-side --force-conflicts', false],
])('force is on in %j as kubectl reads it: %s', (line, on) => {
  expect(hasApplyFlag(line, '--force-conflicts')).toBe(on);
});
