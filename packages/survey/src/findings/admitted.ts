import { preview } from '@managed-fields/player';
import type { Admitted, AdmittedField } from '../admission/play.ts';
import { saysAdmission } from '../admission/sources.ts';
import type { SurveyRow } from '../object.ts';
import { type Finding, mostFields } from './finding.ts';
import { managersOf } from './owned-by.ts';
import type { Judged, JudgeRow, Rule, WholeSurvey } from './rule.ts';

/** Fields that policies and the like write, and nobody owns. */
export const writtenByAdmission: Rule = {
  id: 'written-by-admission',
  severity: 'note',
  conflict: false,
  example: 'policy-removed',
  factsOf: ({ row }: Judged) => (saysAdmission(row) ? [{ kind: 'admission', index: row.index }] : []),
  judgeTogether: (survey) => found(survey, ({ unowned }, row) => findingOf('written-by-admission', unowned, row)),
};

/** Values that somebody applies, and that admission changes: an apply of the same file by another manager conflicts. */
export const changedByAdmission: Rule = {
  id: 'changed-by-admission',
  severity: 'warning',
  conflict: true,
  example: 'same-file-conflicts',
  judgeTogether: (survey) => found(survey, ({ applied }, row) => findingOf('changed-by-admission', applied, row)),
};

function found(
  { admitted }: WholeSurvey,
  make: (admitted: Admitted, row: SurveyRow) => Finding | undefined,
): JudgeRow | undefined {
  const all = admitted();
  if (all.size === 0) return undefined;
  return (row) => {
    const own = all.get(row.index);
    const finding = own === undefined ? undefined : make(own, row);
    return finding === undefined ? [] : [finding];
  };
}

function findingOf(rule: Finding['rule'], fields: readonly AdmittedField[], row: SurveyRow): Finding | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  const entries = [...new Set(fields.flatMap(({ owners }) => owners))].sort((a, b) => a - b);
  const writers = [...new Set(fields.map(({ writer }) => writer))].join(', ');
  const facts = {
    writers,
    field: first.text,
    written: preview(first.value),
    ...(first.sent === undefined ? {} : { sent: preview(first.sent) }),
    ...(entries.length === 0 ? {} : { managers: managersOf({ row }, entries) }),
  };
  const paths = fields.slice(0, mostFields).map(({ text }) => text);
  const filled = fields.flatMap(({ text, sent, filled }) => (filled && sent !== undefined ? [text] : []));
  const found = { rule, fields: paths, fieldCount: fields.length, entries, facts };
  return filled.length === 0 ? found : { ...found, filled };
}
