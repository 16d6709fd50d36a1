import type { TypeCatalog } from '@managed-fields/api-server';
import { type Finding, type FindingWords, ruleOf, sourceReader, startSurvey } from '@managed-fields/survey';
import { computed } from './computed.ts';
import { type Child, make, pathNode, section } from './nodes.ts';
import type { PanelWords } from './words.ts';

/** What a rule of the survey says of one object. */
export interface FoundInObject {
  readonly severity: 'error' | 'warning' | 'note';
  /** Whether the next apply of somebody ends in a conflict by it. */
  readonly conflict: boolean;
  readonly title: string;
  readonly sentence: string;
  readonly todo: string;
  readonly fields: readonly string[];
}

/**
 * What the rules of the survey find in one object: those that look at many objects together find what one shows. `text`: its
 * JSON. `secret`: sentences are left out, since they name values.
 */
export async function findingsOf(
  text: string,
  catalog: TypeCatalog,
  secret: boolean,
  { findings: words }: PanelWords,
): Promise<readonly FoundInObject[]> {
  const findings = await computed(() => {
    const survey = startSurvey({ catalog });
    const reader = sourceReader('object.json');
    for (const part of [...reader.push(new TextEncoder().encode(text)), ...reader.end()]) survey.add(part);
    survey.judge();
    return survey.rows.flatMap((row) => row.findings);
  });
  return findings.map((finding) => said(finding, secret, words)).toSorted((a, b) => rank(a) - rank(b));
}

function said(finding: Finding, secret: boolean, words: FindingWords): FoundInObject {
  const { severity, conflict } = ruleOf(finding.rule);
  const { title, sentence, todo } = words.rule(finding.rule);
  return { severity, conflict, title, sentence: secret ? '' : sentence(finding), todo, fields: finding.fields };
}

/** What ends in a conflict stands first. */
function rank({ severity, conflict }: FoundInObject): number {
  return ['error', 'warning', 'note'].indexOf(severity) + (conflict ? 0 : 3);
}

/** The most fields of a finding that are listed. */
const mostListed = 5;

/** Findings as a part of the panel. */
export function findingsSection(found: readonly FoundInObject[], words: PanelWords): HTMLElement {
  const { title, none } = words.say.found;
  if (found.length === 0) return section(title, make('p', { class: 'mf-note' }, none));
  return section(title, make('ul', { class: 'mf-found' }, ...found.map((each) => findingItem(each, words))));
}

function findingItem(found: FoundInObject, { say, findings: words }: PanelWords): HTMLElement {
  const { severity, conflict, title, sentence, todo, fields } = found;
  const worse = conflict || severity === 'error' ? ' mf-worse' : '';
  const more = fields.length - mostListed;
  const places: readonly Child[] = fields.slice(0, mostListed).flatMap((path) => [' ', pathNode(path)]);
  return make(
    'li',
    {},
    make('p', {}, make('span', { class: `mf-badge${worse}` }, words.severities[severity]), ' ', make('b', {}, title)),
    sentence !== '' && make('p', {}, sentence),
    fields.length > 0 && make('p', {}, ...places, more > 0 && ` ${say.found.more({ count: more })}`),
    conflict && make('p', {}, say.found.conflict),
    make('p', { class: 'mf-soft' }, todo),
  );
}
