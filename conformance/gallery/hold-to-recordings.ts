import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypeCatalog } from '@managed-fields/api-server';
import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { run, type StepView } from '@managed-fields/player/whole';
import type { Outcome } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import type { Example } from './examples.ts';
import { recordedStatuses } from './recorded-status.ts';
import { askedSteps, inDefaultNamespace } from './trace-of.ts';

/**
 * Holds examples to their recordings in a folder: each has one or a reason why it has none, asks what was asked, and shows
 * what the server answered. To be called in a test file.
 */
export function holdToRecordings(
  examples: readonly Example[],
  folder: string,
  notRecorded: ReadonlyMap<string, string>,
): void {
  let catalog: TypeCatalog;
  beforeAll(async () => {
    catalog = await loadCatalog();
  });

  test('every example has a recording of its own, or a reason why it has none', () => {
    const recordings = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    const names = examples.map(({ name }) => name);
    expect([...recordings, ...notRecorded.keys()].sort()).toEqual(names.sort());
    for (const [name, reason] of notRecorded) expect(reason, name).toMatch(/^\w.*\.$/);
  });

  const recorded = examples.filter(({ name }) => existsSync(fileOf(folder, name)));

  describe.each(recorded)('$name', (example) => {
    const { name, scenario } = example;
    const steps = (listAt(read(folder, name), 'steps') ?? []).filter(isMap);

    test('asks what was asked of the server when it was recorded', () => {
      expect(askedSteps(example, catalog).map(({ step }) => plain(step))).toEqual(
        steps.map((step) => plain(asked(step))),
      );
    });

    test('shows what the server answered', () => {
      const shown = askedSteps(example, catalog).map(({ stepId }) => {
        const { outcomes, view } = run(scenario, { catalog, selected: stepId });
        return shownBy(
          outcomes.find((outcome) => outcome.stepId === stepId),
          view,
        );
      });
      const statuses = recordedStatuses(steps);
      const answered = steps.map((step, index) => answeredBy(step, statuses[index] ?? '', name));
      expect(byAppearance(shown)).toEqual(byAppearance(answered));
    });
  });
}

/** The facts of a step on the page, as far as a server decides them. */
interface Told {
  readonly status: string;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly warnings: readonly string[];
  readonly object: string | undefined;
  readonly printed: readonly [stdout: string, stderr: string, exitCode: number] | undefined;
}

function shownBy(outcome: Outcome | undefined, view: StepView | undefined): Told {
  const { command } = view ?? {};
  return {
    status: outcome?.status ?? '',
    code: outcome?.code,
    message: outcome?.message,
    warnings: outcome?.warnings ?? [],
    object: view?.result?.text,
    printed: command === undefined ? undefined : [command.stdout, command.stderr, command.exitCode],
  };
}

/** The same of a recorded step, and of how it ended. */
function answeredBy(step: ValueMap, status: string, name: string): Told {
  const failed = status === 'conflict' || status === 'error';
  const texts = (['stdout', 'stderr'] as const).map((key) => inDefaultNamespace(stringAt(step, key) ?? '', name));
  const [stdout = '', stderr = ''] = texts;
  if (step.has('command')) {
    const exitCode = Number(step.get('exitCode'));
    const message = failed ? stderr.trimEnd() : undefined;
    const printed = [stdout, stderr, exitCode] as const;
    const object = dryRunAnswer(step, name) ?? objectAfter(step, name);
    return { status, code: undefined, message, warnings: [], object, printed };
  }
  const response = mapAt(step, 'response');
  if (response === undefined) {
    const nothing = { code: undefined, message: undefined, warnings: [], printed: undefined };
    return { status, ...nothing, object: objectAfter(step, name) };
  }
  const code = Number(response.get('code'));
  const body = response.get('body');
  return {
    status,
    code,
    message: failed && isMap(body) ? inDefaultNamespace(stringAt(body, 'message') ?? '', name) : undefined,
    warnings: (listAt(response, 'warnings') ?? []).map(String),
    object: isDryRun(step) && !failed && isMap(body) ? printed(body, name) : objectAfter(step, name),
    printed: undefined,
  };
}

/** Returns the server's answer to the last request of a command that it played without keeping it. */
function dryRunAnswer(step: ValueMap, name: string): string | undefined {
  const answers = (listAt(step, 'requests') ?? [])
    .filter(isMap)
    .filter(isDryRun)
    .map((exchange) => mapAt(exchange, 'response'))
    .filter((response) => Number(response?.get('code')) < 400);
  const body = answers.at(-1)?.get('body');
  return isMap(body) ? printed(body, name) : undefined;
}

function objectAfter(step: ValueMap, name: string): string | undefined {
  const object = mapAt(mapAt(step, 'after'), 'object');
  return object === undefined ? undefined : printed(object, name);
}

function printed(object: ValueMap, name: string): string {
  return inDefaultNamespace(printYaml(object).text, name);
}

/** Numbers uids, resourceVersions and volumes of tokens by their first appearance, as page and server count others too. */
function byAppearance(told: readonly Told[]): readonly Told[] {
  const names = new Map<string, string>();
  const named = (kind: string, real: string) => {
    const key = `${kind} ${real}`;
    if (!names.has(key)) names.set(key, `(${kind} ${names.size})`);
    return names.get(key) ?? '';
  };
  const rewritten = (text: string) =>
    text
      .replace(/00000000-0000-0000-0000-\d{12}/g, (uid) => named('uid', uid))
      .replace(/(resourceVersion\W+)(\d+)/g, (_, before: string, version: string) => before + named('version', version))
      .replace(/kube-api-access-\w{5}/g, (volume) => named('volume', volume))
      // The server's own dump of what changed, which the page leaves out.
      .replace(/(?<=\n)@@ -[\s\S]*/, '');
  return told.map(({ message, object, printed: texts, ...rest }) => ({
    ...rest,
    message: message && rewritten(message),
    object: object && rewritten(object),
    printed: texts && [rewritten(texts[0]), rewritten(texts[1]), texts[2]],
  }));
}

function isDryRun(step: ValueMap): boolean {
  return mapAt(mapAt(step, 'request'), 'query')?.has('dryRun') === true;
}

/** Returns what a recorded step asked for, without its answer. */
function asked(step: ValueMap): ValueMap {
  const path = stringAt(mapAt(step, 'after'), 'path');
  const kept = ['crd', 'request', 'command', 'files', 'stdin', 'env'].flatMap((key) => {
    const value = step.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return new Map<string, Value>([
    ...kept,
    ...(path === undefined ? [] : [['after', new Map([['path', path]])] as const]),
  ]);
}

function plain(value: Value): unknown {
  return JSON.parse(formatJson(value));
}

function read(folder: string, name: string): ValueMap | undefined {
  return mapFromJson(readFileSync(fileOf(folder, name), 'utf8'));
}

function fileOf(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}
