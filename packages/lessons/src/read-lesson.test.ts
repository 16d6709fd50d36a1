import { expect, test } from 'vitest';
import { readLesson } from './read-lesson.ts';

const head = 'version: 1\ntitle: T\ntask: Do it.\nshows: Done.\n';
const start = 'start:\n- {kind: apply, manager: a, text: x}\n';
const task = `form: task\n${head}${start}goals:\n- {kind: no-force}\nsolution:\n- {kind: apply, manager: b}\n`;
const predict = `form: predict\n${head}${start}step:\n- {kind: apply, manager: b}\n`;

test('reads a task, whose further steps get ids of their own', () => {
  const read = readLesson(`${task}- {id: s1, kind: delete}\n`);
  if (read.kind !== 'lesson' || read.lesson.form !== 'task') throw new Error(JSON.stringify(read));
  expect(read.lesson.start.map(({ id }) => id)).toEqual(['s1']);
  expect(read.lesson.solution.map(({ id }) => id)).toEqual(['s2', 's1']);
});

test.each<[string, string, string, string]>([
  ['no form', head, 'form is missing', ''],
  [
    'another form',
    task.replace('form: task', 'form: quiz'),
    'form: expected "task" | "predict" | "culprit", found "quiz"',
    'quiz',
  ],
  ['an unknown field', `${task}answer: 1\n`, 'unknown field answer', 'answer'],
  ['an unknown kind of goal', task.replace('no-force', 'no-farce'), '"no-farce"', 'no-farce'],
  ['a goal without its path', task.replace('no-force', 'absent'), 'goals.0.path is missing', '{kind: absent}'],
  [
    'a goal with what it does not have',
    task.replace('no-force', 'no-force, path: .a'),
    'unknown field goals.0.path',
    'path',
  ],
  ['a path without a dot', task.replace('no-force', 'absent, path: spec'), 'a path that begins with .', 'spec'],
  ['a number that is none', task.replace('no-force', 'requests, most: two'), 'goals.0.most: expected number', 'two'],
  ['a number below 0', task.replace('no-force', 'requests, most: -1'), 'a whole number from 0 on', '-1'],
  ['no goals', task.replace('- {kind: no-force}', '  []'), 'goals: expected at least one', '[]'],
  ['no start', task.replace('- {kind: apply, manager: a, text: x}', '  []'), 'start: expected at least one', '[]'],
  ['two steps to play', `${predict}- {kind: apply}\nquestions: []\n`, 'step: expected one step, found 2', ''],
  ['no questions', `${predict}questions: []\n`, 'questions: expected at least one', '[]'],
  [
    'a choice that is both',
    `${predict}questions:\n- kind: value\n  path: .a\n  choices:\n  - {value: 1, absent: true}\n`,
    'expected either value or absent',
    '{value: 1, absent: true}',
  ],
  ['one history', `form: culprit\n${head}${start}histories:\n- {title: A, steps: []}\n`, 'histories: expected', ''],
  ['a key twice', `${task}title: U\n`, 'title', 'title'],
  ['no YAML', '{', '', ''],
  ['__proto__', `${task}__proto__: {a: 1}\n`, '__proto__', ''],
])('refuses %s, at its place', (_, text, message, at) => {
  const read = readLesson(text);
  if (read.kind !== 'failure') throw new Error('it was read');
  const [problem] = read.problems;
  expect(problem?.message).toContain(message);
  if (at !== '') expect(text.slice(problem?.from, problem?.to)).toContain(at);
});

test('an alias bomb is refused', () => {
  const bomb = Array.from(
    { length: 12 },
    (_, level) =>
      `a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1}, *a${level - 1}, *a${level - 1}, *a${level - 1}, *a${level - 1}`}]`,
  );
  expect(readLesson(`${bomb.join('\n')}\n${task}`).kind).toBe('failure');
});
