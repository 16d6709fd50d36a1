import fc from 'fast-check';
import { stepKinds } from './file-schema.ts';
import type { Goal, Task } from './goal.ts';
import type { Scenario, Step } from './scenario.ts';
import { stepOf } from './settings.ts';

const line = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('on', '1', 'a: b', ' x', '- y', "it's"),
);

const text = fc.oneof(
  fc
    .array(fc.constantFrom('a: 1', '  b: 2', '', '# c', '\t', 'd: |', '---', '   '), { maxLength: 6 })
    .map((lines) => lines.join('\n')),
  fc.constant('apiVersion: v1\nkind: ConfigMap\n'),
  line,
);

const step: fc.Arbitrary<Step> = fc
  .record(
    {
      id: fc.stringMatching(/^[A-Za-z0-9]{1,8}$/),
      kind: fc.constantFrom(...stepKinds),
      text,
      name: line,
      note: line,
      manager: line,
      userAgent: line,
      user: fc.record(
        {
          name: line,
          groups: fc.array(line),
          uid: line,
          extra: fc.dictionary(line, fc.array(line), { noNullPrototype: true }),
        },
        { requiredKeys: ['name'] },
      ),
      force: fc.boolean(),
      subresource: line,
      fieldValidation: fc.constantFrom('Strict', 'Warn', 'Ignore'),
      dryRun: fc.boolean(),
      off: fc.boolean(),
      object: fc.record({ apiVersion: line, kind: line, namespace: line, name: line }),
      files: fc.dictionary(line, text, { noNullPrototype: true }),
    },
    { requiredKeys: ['id', 'kind', 'text'] },
  )
  .map(stepOf);

const goal: fc.Arbitrary<Goal> = fc.oneof(
  fc.record({
    kind: fc.constant('value' as const),
    path: fc.constantFrom('.data.a', '.spec.x[name="b"]'),
    value: fc.oneof(fc.constantFrom('on', '1', 'ключ', ''), fc.boolean(), fc.integer()),
  }),
  fc.record(
    {
      kind: fc.constant('owns' as const),
      manager: fc.constantFrom('a', 'on', 'kubectl'),
      path: fc.constant('.data'),
      operation: fc.constantFrom('Apply', 'Update'),
      alone: fc.boolean(),
    },
    { requiredKeys: ['kind', 'manager', 'path'] },
  ),
  fc.record({ kind: fc.constant('requests' as const), most: fc.nat() }),
  fc.constantFrom<Goal>({ kind: 'never-refused' }, { kind: 'no-force' }),
);

const task: fc.Arbitrary<Task> = fc.record(
  { lesson: fc.constant('give-up'), given: fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,3}$/)), goals: fc.array(goal) },
  { requiredKeys: ['given', 'goals'] },
);

/** Scenarios for tests of what writes and reads them: of texts that formats take for something else, and with all settings. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record(
  { title: line, about: line, task, steps: fc.uniqueArray(step, { selector: ({ id }) => id, maxLength: 5 }) },
  { requiredKeys: ['title', 'steps'] },
);
