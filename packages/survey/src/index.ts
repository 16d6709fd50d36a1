export { type AroundSurvey, aroundRow } from './admission/around.ts';
export type { Admitted, AdmittedField } from './admission/play.ts';
export { type Batch, type CountedBatch, countBatch } from './batch.ts';
export { surveyCsv, surveyCsvParts, surveyJson, surveyJsonParts } from './export/csv-json.ts';
export { surveyMarkdown } from './export/markdown.ts';
export { type ReportOptions, surveyReport } from './export/report.ts';
export { type SarifOptions, surveySarif } from './export/sarif.ts';
export { findingsByRule, objectName, type RuleFindings } from './export/sections.ts';
export {
  type Cell,
  type ColumnType,
  changeRows,
  type RowOfTable,
  type SurveyTableName,
  surveyTables,
  type TableRow,
  tableRows,
} from './export/tables.ts';
export type { AdmissionFact, DefinitionFact, Fact, ReplicasFact, RuleId, ScalerFact } from './findings/finding.ts';
export { type Finding, mostFields } from './findings/finding.ts';
export { type JudgedObject, judgeObject, judgeSurvey } from './findings/judge.ts';
export type { Judged, JudgeRow, Rule, RuleOptions, Severity, WholeSurvey } from './findings/rule.ts';
export { type RuleFile, type RuleFileProblem, readRuleFile } from './findings/rule-file.ts';
export { isRuleId, ruleOf, rules } from './findings/rules.ts';
export type { Tally } from './findings/tally.ts';
export { arrayAt, isArray, isObject, type Json, type JsonObject, memberOf, sameJson, textAt, valueAt } from './json.ts';
export { fightOf } from './lint/fight.ts';
export { type LintFinding, type LintRule, lintDefinition, lintRules } from './lint/lint.ts';
export type { Place, Rows, SurveyedEntry, SurveyedObject, SurveyRow, UnreadPart, UnreadReason } from './object.ts';
export type { OwnedField } from './owned-fields.ts';
export { isGzip, sourceText } from './read/decode.ts';
export type { PassedOver, Piece, SourcePart, Splitter } from './read/piece.ts';
export {
  exactValue,
  isKustomization,
  isTemplate,
  type ObjectText,
  pieceReader,
  type ReadObject,
  type ReadPart,
  type SourceReader,
  sourceReader,
} from './read/reader.ts';
export { commandsFor, manifestFile } from './repair/commands.ts';
export type { Patch } from './repair/patch.ts';
export { previewRepair, type RepairPreview } from './repair/preview.ts';
export { type Repair, type RepairKind, repairOf, repairOfRule, repairScript } from './repair/repair.ts';
export { isOfAdmission, tryScenario } from './repair/try-scenario.ts';
export { objectWords } from './repair/words.ts';
export { type CountedObject, countObject } from './row.ts';
export { type StreamedSurvey, type SurveyStore, streamSurvey } from './streamed.ts';
export { type OpenedObject, type Survey, startSurvey } from './survey.ts';
export { completeQuery, countNames, type QueryCompletion } from './table/complete.ts';
export { type HeatCell, type HeatMap, heatLevel, heatMap } from './table/heat.ts';
export {
  type Group,
  type GroupBy,
  groupings,
  groupObjects,
  newestWrite,
  type SortBy,
  sortings,
  sortObjects,
} from './table/order.ts';
export type { Sign } from './table/query.ts';
export {
  matcher,
  type Query,
  type QueryCount,
  type QueryFacts,
  type QueryName,
  type QueryValue,
  queryCounts,
  queryNames,
  readQuery,
  type Term,
  withoutNames,
} from './table/query.ts';
export { type GrowingTotals, type ManagerTotals, startTotals, totalsOf } from './table/totals.ts';
export {
  type EntryName,
  type UpgradeChange,
  type UpgradeRequest,
  type UpgradeSide,
  upgradeChanges,
} from './upgrade/upgrade.ts';
export { upgradeSentence } from './upgrade/words.ts';
export { type FindingMessages, type FindingWords, findingWords, type RuleWords } from './words/words.ts';
