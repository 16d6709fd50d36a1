import { type AskOutcome, askDryRun, type Explanation, httpRequestOf, type Reply } from '@managed-fields/live-cluster';
import { answerQuestion } from '@managed-fields/player/whole';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { loadCatalog } from '../replay/catalog.ts';
import type { AskCase } from './cases.ts';

/** What a server answered to the requests of a case, in order, by method and address. */
export interface AskedCase {
  readonly release: string;
  readonly replies: Readonly<Record<string, readonly Answered[]>>;
}

type Answered = Extract<Reply, { readonly kind: 'answered' }>;

/** Asks a case of something that answers like a server. */
export async function playCase(
  { steps, asked }: AskCase,
  release: string,
  answer: (
    method: string,
    address: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) => Promise<Answered>,
): Promise<AskOutcome> {
  const scenario: Scenario = newScenario('', [...steps]);
  const catalog = await loadCatalog();
  const stepId = scenario.steps[asked]?.id ?? '';
  const predicted = answerQuestion(scenario, { kind: 'dry-runs', stepId }, { catalog });
  const request = predicted?.kind === 'requests' ? predicted.requests[0] : undefined;
  if (request?.kind !== 'dry-run') throw new Error('nothing to ask');
  return askDryRun(request, {
    async send(sent) {
      const checked = httpRequestOf(sent);
      if (checked.kind === 'refused') return checked;
      const { method, address, headers, body } = checked.request;
      return answer(method, address, headers, body);
    },
    difference: async (left, right) =>
      answerQuestion(scenario, { kind: 'object-difference', stepId, left, right }, { catalog }),
    admitted: async (form, around) =>
      answerQuestion(scenario, { kind: 'with-admission', stepId, request: form, around }, { catalog }),
    documents: new Map(),
    scenario: 'v1.36',
    cluster: release,
  });
}

function explanationWords(each: Explanation): string {
  if (each.code === 'admission')
    return ['admission', each.plugin, ...(each.by === undefined ? [] : [each.by])].join(' ');
  return 'name' in each ? `${each.code} ${each.name}` : each.code;
}

/** An outcome in few words, a line each. */
export function outcomeWords(outcome: AskOutcome, { steps }: AskCase): readonly string[] {
  switch (outcome.kind) {
    case 'same':
      return [`same ${outcome.answer.code}`];
    case 'differs':
      return [
        'differs',
        ...outcome.rows.map((row) => `${rowWords(row)} (${row.explanations.map(explanationWords).join(', ')})`),
      ];
    case 'not-comparable': {
      const { why } = outcome;
      const needs = 'needs' in why && why.needs !== undefined ? `, needs ${numberOf(why.needs, steps.length)}` : '';
      const rule = why.code === 'forbidden' ? ` ${why.rule?.verb} ${why.rule?.resource} in ${why.rule?.namespace}` : '';
      return [`not: ${why.code}${rule}${needs}`, ...('rows' in why ? why.rows.map(rowWords) : [])];
    }
  }
}

type Row = Extract<AskOutcome, { readonly kind: 'differs' }>['rows'][number];

function rowWords(row: Omit<Row, 'explanations'>): string {
  const place = 'path' in row ? ` ${String(row.path)}` : '';
  const owner = 'owner' in row ? ` of ${(row.owner as { manager: string }).manager}` : '';
  return `${row.part}${place}${owner}: ${row.predicted ?? 'none'}, ${row.answered ?? 'none'}`;
}

/** The ids of a new scenario count from one. */
function numberOf(stepId: string, count: number): string {
  const place = Number(stepId.slice(1));
  return place <= count ? String(place) : stepId;
}
