import type { ManagerView, Notice } from '@managed-fields/scenario';
import { bytesOf, countOf } from './counting.ts';

/** The object after a step. */
export const result = {
  object: 'Object',
  resultYaml: 'YAML of the result. Arrow keys move from line to line.',
  after: 'After step',
  staleBadge: 'stale',
  stale: 'Not of this step: it failed. This is the last good result.',
  noResult: 'No object yet',
  installedText: 'The definition is installed; steps after this one can use its kind.',
  noResultText: 'This step leaves no object to show.',
  resultPane: 'Result of the selected step',
  views: 'Views of the result',
  viewNames: {
    object: 'Object',
    changes: 'Changes',
    entries: 'managedFields',
    table: 'Table',
    requests: 'Requests',
    'three-way': 'Three-way',
    migration: 'Migration',
  },
  insteadNames: { server: 'Server-side instead', client: 'Client-side instead' },
  lastApplied: 'last-applied',
  lastAppliedTitle:
    'Underline what client-side apply believes it owns: the fields in the annotation last-applied-configuration',
  inLastApplied: 'in last-applied',
  foldedSentence,
  lastAppliedSentence,
  noticeSentence,
};

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}, ${bytesOf(bytes)}`;
}

/** What the layer of the last-applied annotation draws. */
function lastAppliedSentence(count: number): string {
  return `what client-side apply believes it owns: ${countOf(count, 'field')} in last-applied-configuration`;
}

/** What the engine cannot know, or what the object lacks. An unknown code is shown as it is, never hidden. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? 'this kind';
  switch (code) {
    case 'no-managed-fields':
      return 'This object has no managedFields, so nobody owns anything here. kubectl leaves them out unless it is asked; an object that was never written since Kubernetes 1.18 may have none:';
    case 'unmodelled-defaults':
      return `Defaults of ${kind} are not modelled: a real server adds fields that are missing here. Ownership is exact.`;
    case 'unmodelled-strategy':
      return `What a server resets or fills in for ${kind} is not modelled; ownership follows the schema alone.`;
    case 'unmodelled-validation':
      return `Validation of ${kind} is not modelled: a real server may refuse what passes here.`;
    case 'unmodelled-rules':
      return `The validation rules of ${kind} (x-kubernetes-validations) are not evaluated here.`;
    case 'unmodelled-conversion':
      return `${kind} converts between its versions by a webhook, which is not called here.`;
    case 'deduced-schema':
      return `No schema is known for ${kind}: types are deduced from the object, every list is atomic.`;
    case 'several-documents':
      return `This text holds ${data['count'] ?? 'several'} documents; only the first counts.`;
    case 'cel-not-modelled':
      return 'This definition has validation rules (x-kubernetes-validations). They are not evaluated here.';
    case 'older-managed-fields':
      return `managedFields of ${data['managers'] || 'some entries'} is in the form of Kubernetes 1.16 (fields instead of fieldsV1); it is read as today’s.`;
    case 'untracked-subresource':
      return `${data['managers'] || 'Some managers'} wrote the status before the server recorded subresources (Kubernetes 1.22), or before this kind had /status: for it, that entry and one through /status are two owners.`;
    case 'unknown-kind':
      return `No kind ${kind} is known in ${data['apiVersion'] ?? 'this version'}. A CRD step before this one can define it.`;
    case 'no-name':
      return 'The text names no object: metadata.name is missing.';
    case 'no-object':
      return 'The text names no object, and no step before this one did.';
    case 'empty-text':
      return 'Nothing is written here yet.';
    default:
      return [code, ...Object.entries(data).map(([key, value]) => `${key}: ${value}`)].join(' · ');
  }
}
