import type { FindingWords } from '@managed-fields/survey';

/** What is said of findings in the language of the page. */
export function findingWords(): FindingWords {
  return { titleOf: (rule) => rule, sentenceOf: (finding) => finding.fields.join(', ') };
}
