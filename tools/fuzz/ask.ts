import {
  isMap,
  type MergeLibrary,
  mapAt,
  mapFromJson,
  stringAt,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import type { Chance } from '../../conformance/chance.ts';
import { answerHere } from '../../conformance/upstream/answer-here.ts';
import { sameAnswers } from '../../conformance/upstream/compare.ts';
import { type Question, questionJson, type TypedQuestion } from '../../conformance/upstream/question.ts';
import type { Answered, Sequence } from '../../conformance/upstream/sequence.ts';
import { hostileEntries } from './generate.ts';
import type { Peer } from './peer.ts';
import { entriesQuestion, setQuestion, typedQuestion } from './questions.ts';

/** A question to which two engines give different answers. */
export interface Disagreement {
  readonly question: Question;
  readonly here: readonly string[];
  readonly there: readonly string[];
}

/** Asks both engines; what they disagree in. `keep` takes each question with upstream's answer. */
export async function disagreements(
  peer: Peer,
  questions: readonly Question[],
  library: MergeLibrary | undefined,
  keep: (question: Question, answer: readonly string[]) => void = () => {},
): Promise<readonly Disagreement[]> {
  const asked = peer.ask(`{"ask":[${questions.map(questionJson).join(',')}]}`);
  const here = questions.map((question) => answerHere(question, library));
  const line = await asked;
  const { answers, error }: { answers?: readonly (readonly string[] | null)[]; error?: string } = JSON.parse(line);
  if (error !== undefined) throw new Error(`the partner could not read the questions: ${error}`);
  const found: Disagreement[] = [];
  for (const [i, question] of questions.entries()) {
    const [ours = [], theirs] = [here[i], answers?.[i] ?? []];
    keep(question, theirs);
    let isSame = same(question, ours, theirs, library);
    for (let again = 0; !isSame && again < asksAgain; again++) {
      const next: { answers?: readonly (readonly string[] | null)[] } = JSON.parse(
        await peer.ask(`{"ask":[${questionJson(question)}]}`),
      );
      isSame = same(question, ours, next.answers?.[0] ?? [], library);
    }
    if (!isSame) found.push({ question, here: ours, there: theirs });
  }
  return found;
}

/** How often upstream is asked again where it answers otherwise: which of several undeclared fields it names is chance. */
export const asksAgain = 1000;

function same(
  question: Question,
  ours: readonly string[],
  theirs: readonly string[],
  library: MergeLibrary | undefined,
): boolean {
  const compared = library === 'v4.6.0' || library === 'v6.3.0' ? serverLines(question) : undefined;
  const [mine, others] = [ours, theirs].map((lines) => withoutChance(question, lines.slice(0, compared)));
  return sameAnswers(mine ?? [], others ?? []);
}

/** Where v7 says that a fault is in a long text is chance: it depends on how long its buffer has become by what it read before. */
function withoutChance({ a = '', b = '' }: Question, lines: readonly string[]): readonly string[] {
  if (Math.max(a.length, b.length) < 4000) return lines;
  return lines.map((line) => line.replace(/(?<=Go fieldpath\.setContentsV1) after offset \d+(?=: )/, ''));
}

/**
 * How many lines of an answer are of what servers do; all where undefined. What client-go alone calls is as from v6.3.2 on:
 * releases before it make other items and empties null where they extract.
 */
function serverLines({ operation }: Question): number | undefined {
  if (operation === 'extract') return 0;
  return operation === 'remove' ? 1 : undefined;
}

/** Questions about sets, so many. */
export function setQuestions(chance: Chance, count: number): readonly Question[] {
  return Array.from({ length: count }, () => setQuestion(chance));
}

/** Questions about what a sequence was given and what it came to, so many at most. */
export function sequenceQuestions(
  chance: Chance,
  sequence: Sequence,
  answers: readonly Answered[],
  count: number,
): readonly Question[] {
  const objects = answers.flatMap(({ object }) => (object === undefined ? [] : [readObject(object)]));
  const after = objects.at(-1);
  const written = sequence.operations.filter((step) => step.operation !== 'schema').map(({ object }) => object);
  const types = sequence.types.map((each): TypedQuestion => ({ ...each, definitions: sequence.definitions }));
  const [value, other = value] = [written.at(-1), written.at(-2)];
  if (after === undefined || value === undefined || other === undefined) return [];
  return Array.from({ length: count }, () => {
    const typed = chance.once(8) ? undefined : types[chance.integer(types.length)];
    return chance.once(2)
      ? typedQuestion(chance, typed, chance.once(4) ? after : value, other)
      : hostileQuestion(
          chance,
          entriesQuestion(chance, typed, objects[chance.integer(objects.length)] ?? after, after),
        );
  });
}

/** A question about entries, now and then about such as nobody should write. */
function hostileQuestion(chance: Chance, question: Question): Question {
  const object = question.value;
  const reads = ['extract', 'validateEntries', 'toScale', 'fromScale'].includes(question.operation);
  if (!reads || !isMap(object) || !chance.once(6)) return question;
  const entries = hostileEntries(chance, stringAt(object, 'apiVersion') ?? '');
  const metadata = withEntry(mapAt(object, 'metadata') ?? new Map(), 'managedFields', entries);
  return { ...question, value: withEntry(object, 'metadata', metadata) };
}

function readObject(text: string): ValueMap {
  return mapFromJson(text) ?? new Map();
}
