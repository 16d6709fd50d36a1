import { parseFieldSelector } from './field-selector.ts';
import { parseLabelSelector, type SelectorRelease } from './label-selector.ts';
import type { Requirement } from './requirement.ts';

/** The selectors of a list or a watch, or what is wrong with the first of them that cannot be read. */
export type ReadSelectors =
  | {
      readonly kind: 'selectors';
      readonly labels: readonly Requirement[];
      readonly fields: readonly Requirement[];
    }
  | { readonly kind: 'malformed'; readonly message: string };

/**
 * Reads the selectors in the query of a list or a watch.
 * Upstream: apimachinery pkg/apis/meta/internalversion/conversion.go, apiserver pkg/endpoints/handlers/get.go ListResource.
 */
export function readSelectors(query: ReadonlyMap<string, string>, release: SelectorRelease): ReadSelectors {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '', release);
  if (labels.kind === 'malformed') return labels;
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (fields.kind === 'malformed') return fields;
  return { kind: 'selectors', labels: labels.requirements, fields: fields.requirements };
}
