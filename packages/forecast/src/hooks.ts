import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { HookRow } from './row.ts';

/** The annotations by which tools know their hooks. */
const annotations = { 'helm.sh/hook': 'helm', 'argocd.argoproj.io/hook': 'argo-cd' } as const;

/**
 * The hooks that a manifest is of; undefined where it is none. Tools create hooks around a release, delete them before
 * and after, and run tests only when they are asked to: none of that is an apply.
 */
export function hooksOf(manifest: ValueMap): Pick<HookRow, 'tool' | 'hooks'> | undefined {
  const given = mapAt(mapAt(manifest, 'metadata'), 'annotations');
  for (const [annotation, tool] of Object.entries(annotations)) {
    const named = stringAt(given, annotation);
    if (named !== undefined) return { tool, hooks: named.split(',').map((hook) => hook.trim()) };
  }
  return undefined;
}
