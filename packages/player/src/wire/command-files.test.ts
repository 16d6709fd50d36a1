import type { CommandStep } from '@managed-fields/scenario';
import {
  checkForm,
  newScenario,
  plainForm,
  readScenario,
  writeScenario,
  writeScenarioJson,
} from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import {
  fileNameProblem,
  inputInLine,
  withFile,
  withFileRenamed,
  withInputAsFile,
  withoutFile,
} from './command-files.ts';

const one = (text: string, files?: Readonly<Record<string, string>>) =>
  newScenario('', [{ kind: 'kubectl', text, ...(files && { files }) }]);
const stepOf = ({ steps: [step] }: ReturnType<typeof one>) => step as CommandStep;

test('files are added, replaced and taken away under any name', () => {
  const strange = ['__proto__', 'constructor', '-', '$EDITOR', 'a b', "it's.yaml", '1', 'toString', 'ключ.yaml'];
  const added = strange.reduce((so, name) => withFile(so, 's1', name, `# ${name}`), one('kubectl apply -f x'));
  expect(Object.entries(stepOf(added).files ?? {}).sort()).toEqual(strange.map((name) => [name, `# ${name}`]).sort());
  const changed = stepOf(withFile(added, 's1', '__proto__', 'b')).files ?? {};
  expect(new Map(Object.entries(changed)).get('__proto__')).toBe('b');
  for (const text of [writeScenario(added), writeScenarioJson(added)]) {
    const read = readScenario(text);
    expect(read.kind === 'scenario' && Object.entries(stepOf(read.scenario).files ?? {}).sort()).toEqual(
      Object.entries(stepOf(added).files ?? {}).sort(),
    );
  }
  expect(checkForm(plainForm(added))).toMatchObject({ kind: 'scenario', scenario: added });
  const bare = strange.reduce((so, name) => withoutFile(so, 's1', name), added);
  expect(bare).toEqual(one('kubectl apply -f x'));
});

test.each<readonly [line: string, to: string, renamed: string]>([
  ['kubectl apply -f a.yaml', 'b.yaml', 'kubectl apply -f b.yaml'],
  ['kubectl apply -fa.yaml', 'b c.yaml', "kubectl apply '-fb c.yaml'"],
  [
    'kubectl apply --filename=x.yaml,a.yaml --server-side',
    'b.yaml',
    'kubectl apply --filename=x.yaml,b.yaml --server-side',
  ],
  ['kubectl patch cm a.yaml --patch-file "a.yaml"', 'b.yaml', 'kubectl patch cm a.yaml --patch-file b.yaml'],
  ['kubectl apply -f a.yaml', '-', 'kubectl apply -f -'],
  ['cat a.yaml | kubectl apply -f -', 'b.yaml', 'cat b.yaml | kubectl apply -f -'],
  ['kubectl apply -f - < a.yaml', 'b.yaml', 'kubectl apply -f - < b.yaml'],
  ['kubectl apply -f a.yaml', '$EDITOR', 'kubectl apply -f a.yaml'],
  ["kubectl apply -f 'a.yaml", 'b.yaml', "kubectl apply -f 'a.yaml"],
])('a file that is renamed is renamed in %j', (line, to, renamed) => {
  const { text, files } = stepOf(withFileRenamed(one(line, { first: '1', 'a.yaml': '2' }), 's1', 'a.yaml', to));
  expect([text, files]).toEqual([renamed, { first: '1', [to]: '2' }]);
});

test.each<readonly [line: string, moved: string, text: string]>([
  ['kubectl apply -f - <<EOF\na: 1\nEOF\n', 'kubectl apply -f -', 'a: 1\n'],
  ["kubectl apply -f - <<-'E' --server-side\n\ta: $x\n\tE", 'kubectl apply -f - --server-side', 'a: $x\n'],
  ['cat <<EOF | kubectl apply -f -\na: 1\nEOF', 'kubectl apply -f -', 'a: 1\n'],
  ["kubectl apply -f - <<< 'a: 1'", 'kubectl apply -f -', 'a: 1\n'],
])('the text of %j becomes the standard input', (line, text, input) => {
  expect(stepOf(withInputAsFile(one(line), 's1'))).toMatchObject({ text, files: { '-': input } });
});

test.each([
  'kubectl apply -f a.yaml',
  'kubectl get cm; kubectl apply -f - <<E\nE',
  'kubectl get cm | cat <<E\nE',
  "a 'b",
])('there is no such text in %j', (line) => {
  expect(inputInLine(line)).toBeUndefined();
});

describe('fileNameProblem', () => {
  test.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['a/', 'folder'],
    ['..', 'folder'],
    ['a/.', 'folder'],
    ['x'.repeat(256), 'too-long'],
    ['я'.repeat(128), 'too-long'],
    ['a\u202eb.yaml', 'hidden-character'],
    ['a\nb', 'hidden-character'],
    ['a\u200b', 'hidden-character'],
    ['x'.repeat(255), undefined],
    ['a b/ключ-1.yaml', undefined],
    ['__proto__', undefined],
    ['../a.yaml', undefined],
  ])('of %j is %j', (name, problem) => {
    expect(fileNameProblem(name)).toBe(problem);
  });
});
