import { jsonText } from '@managed-fields/foreign-text';

/** The version of the form of all JSON that the program prints. It grows when a member changes its meaning or goes. */
export const apiVersion = 'managed-fields/v1';

/** What a document of the program is. Each has a JSON Schema of its name in small letters. */
export type OutputKind =
  | 'Owners'
  | 'Rewriters'
  | 'Forecast'
  | 'Rehearsal'
  | 'RehearsalServer'
  | 'Survey'
  | 'Upgrade'
  | 'Explanation'
  | 'Difference'
  | 'AuditLog'
  | 'Lint'
  | 'ClusterAddress'
  | 'AssistantsAddress';

/** A document as text: what it is, then its members. `indent` 0 prints it on one line. */
export function outputJson(kind: OutputKind, members: object, indent?: number): string {
  const document = { apiVersion, kind, ...members };
  return `${indent === undefined ? jsonText(document) : jsonText(document, indent)}\n`;
}
