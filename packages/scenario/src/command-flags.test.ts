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
