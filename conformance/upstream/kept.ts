import { readFileSync } from 'node:fs';
import {
  isMap,
  listAt,
  type MergeLibrary,
  mapAt,
  parseJson,
  stringAt,
  usualLibrary,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { customKinds } from './kinds.ts';
import { type Question, questionJson } from './question.ts';
import { type Answered, type Operation, type Sequence, sequenceJson } from './sequence.ts';

/**
 * The lines that `fuzz --library V --keep upstream-V.jsonl` kept of a release of the library: sequences, or the questions beside
 * them. The files of the usual release name none.
 */
export function keptLines(library: MergeLibrary, of: 'sequences' | 'questions'): readonly string[] {
  const name = ['upstream', ...(library === usualLibrary ? [] : [library]), ...(of === 'questions' ? ['library'] : [])];
  return readFileSync(new URL(`./${name.join('-')}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

/** A sequence on a random custom kind, with what upstream's engine answered to it. */
export interface Kept {
  readonly seed: string;
  readonly kinds: Sequence['kinds'];
  readonly operations: readonly Operation[];
  readonly answers: readonly Answered[];
}

/** A line of a file of kept sequences: `{seed, play, answers}`, where `play` is what tools/go reads. */
export function keptLine(sequence: Sequence, seed: number, answers: readonly Answered[]): string {
  return `{"seed":"${seed}","play":${sequenceJson(sequence)},"answers":${JSON.stringify(answers)}}\n`;
}

/** Reads what `keptLine` wrote; throws where the line is anything else. */
export function readKept(line: string): Kept {
  const parsed = parseJson(line);
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('not a kept sequence');
  const play = required(mapAt(parsed.value, 'play'));
  const answers: { readonly answers: readonly Answered[] } = JSON.parse(line);
  return {
    seed: stringAt(parsed.value, 'seed') ?? '',
    kinds: customKinds(definitionsAt(play)),
    operations: (listAt(play, 'steps') ?? []).filter(isMap).map(operationOf),
    answers: answers.answers,
  };
}

function operationOf(step: ValueMap): Operation {
  const operation = stringAt(step, 'operation');
  if (operation === 'schema') return { operation, kinds: customKinds(definitionsAt(step)), definitions: '' };
  const [manager, object] = [stringAt(step, 'manager') ?? '', required(mapAt(step, 'object'))];
  if (operation === 'live') return { operation, object };
  const through = step.get('subresource') === 'status' ? ({ subresource: 'status' } as const) : {};
  if (operation === 'update') return { operation, manager, object, ...through };
  return { operation: 'apply', manager, object, force: step.get('force') === true, ...through };
}

function definitionsAt(map: ValueMap): ReadonlyMap<string, ValueMap> {
  return new Map(
    [...required(mapAt(map, 'definitions'))].flatMap(([name, each]) => (isMap(each) ? [[name, each]] : [])),
  );
}

function required(map: ValueMap | undefined): ValueMap {
  if (map === undefined) throw new Error('a part of a kept sequence is absent');
  return map;
}

/** A line of a file of kept questions: `{ask, answer}`, where `ask` is what tools/go reads. */
export function keptQuestion(question: Question, answer: readonly string[]): string {
  return `{"ask":${questionJson(question)},"answer":${JSON.stringify(answer)}}\n`;
}

/** A question with what upstream's libraries answered to it. */
export interface KeptQuestion {
  readonly question: Question;
  readonly answer: readonly string[];
}

/** Reads what `keptQuestion` wrote; throws where the line is anything else. */
export function readKeptQuestion(line: string): KeptQuestion {
  const parsed = parseJson(line);
  if (parsed.kind === 'error' || !isMap(parsed.value)) throw new Error('not a kept question');
  const ask = required(mapAt(parsed.value, 'ask'));
  const { ask: plain, answer }: { ask: Question & { type?: string }; answer: readonly string[] } = JSON.parse(line);
  const { type: name = '', value: _value, other: _other, typed: _typed, ...rest } = plain;
  const type = name === '' ? undefined : customKinds(definitionsAt(ask)).type(name);
  const [value, other] = [ask.get('value'), ask.get('other')];
  const question = {
    ...rest,
    ...(type === undefined ? {} : { typed: { definitions: '', name, type } }),
    ...(value === undefined ? {} : { value }),
    ...(other === undefined ? {} : { other }),
  };
  return { question, answer };
}
