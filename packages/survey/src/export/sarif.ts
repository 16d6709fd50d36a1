import { fileUri, jsonText, terminalLine } from '@managed-fields/foreign-text';
import type { Finding, RuleId } from '../findings/finding.ts';
import type { Severity } from '../findings/rule.ts';
import { ruleOf, rules } from '../findings/rules.ts';
import type { SurveyedObject } from '../object.ts';
import type { FindingWords } from '../words/words.ts';
import { objectName } from './sections.ts';

/** What a survey as SARIF is made of. */
export interface SarifOptions {
  readonly words: FindingWords;
  /** The version of the program. */
  readonly version: string;
  /** How grave a rule is, where somebody says otherwise than the rule itself. */
  readonly severityOf?: (rule: RuleId) => Severity;
}

/** The most results of one run: code scanning takes no more. */
const mostResults = 25_000;

/** Writes the findings of objects as SARIF 2.1.0, for code scanning; says how many are left out because they are too many. */
export function surveySarif(
  objects: Iterable<SurveyedObject>,
  { words, version, severityOf = (rule) => ruleOf(rule).severity }: SarifOptions,
): { readonly text: string; readonly leftOut: number } {
  const results: object[] = [];
  let leftOut = 0;
  for (const object of objects) {
    for (const finding of object.findings) {
      if (results.length >= mostResults) leftOut++;
      else results.push(resultOf(object, finding, words, severityOf(finding.rule)));
    }
  }
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'managed-fields',
            version,
            rules: rules.map(({ id }) => ({
              id,
              shortDescription: { text: words.rule(id).title },
              fullDescription: { text: words.rule(id).why },
              help: { text: words.rule(id).todo },
              defaultConfiguration: { level: severityOf(id) },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return { text: `${jsonText(sarif)}\n`, leftOut };
}

function resultOf(object: SurveyedObject, finding: Finding, words: FindingWords, level: Severity): object {
  const rule = ruleOf(finding.rule);
  const name = objectName(object);
  const managers = finding.entries.map((place) => object.entries[place]?.manager ?? '');
  return {
    ruleId: rule.id,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: terminalLine(`${name}: ${words.rule(rule.id).sentence(finding)}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(object.place.file || 'standard input') },
          region: { startLine: object.place.line },
        },
        logicalLocations: [{ fullyQualifiedName: terminalLine(name), kind: 'object' }],
      },
    ],
    // What stays the same from one run to the next.
    partialFingerprints: { 'managedFields/v1': [rule.id, name, ...managers, ...finding.fields].join(' ') },
  };
}
