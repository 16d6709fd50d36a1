import { mapAt, quote, stringAt } from '@managed-fields/merge-engine';
import { isRequestUri } from '../formats/net-formats.ts';
import type { Definition } from './definition.ts';

/** The annotation that approves a definition in a group of Kubernetes itself. */
export const approvalAnnotation = 'api-approved.kubernetes.io';

/** The state of the approval that a definition's group requires. */
export interface Approval {
  readonly state: 'approved' | 'bypassed' | 'missing' | 'invalid';
  readonly annotation: string;
  /** The server's message about it. */
  readonly message: string;
}

/**
 * Returns the approval of a definition in a group of Kubernetes itself; undefined for other groups, which need none.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apihelpers/helpers.go GetAPIApprovalState, IsProtectedCommunityGroup.
 */
export function approvalOf({ group, metadata }: Definition): Approval | undefined {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group)) return undefined;
  const annotation = stringAt(mapAt(metadata, 'annotations'), approvalAnnotation) ?? '';
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  const needed = `protected groups must have approval annotation "${approvalAnnotation}"`;
  if (annotation === '') return { state: 'missing', annotation, message: `${needed}, ${see}` };
  if (annotation.startsWith('unapproved')) {
    return { state: 'bypassed', annotation, message: `not approved: ${quote(annotation)}` };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?]/i.test(annotation) && isRequestUri(annotation)) {
    return { state: 'approved', annotation, message: `approved in ${annotation}` };
  }
  const message = `${needed} with either a URL or a reason starting with "unapproved", ${see}`;
  return { state: 'invalid', annotation, message };
}
