import {
  applyMergePatch,
  applyStrategicPatch,
  isMap,
  type MadePatch,
  parseJson,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  threeWayMergePatch,
  threeWayStrategicPatch,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import type { PatchType } from './client.ts';
import { type Failure, fail } from './failure.ts';
import type { Info } from './info.ts';
import { encodeObject, originalOf } from './last-applied.ts';
import type { Session } from './session.ts';

/** The patch of a client-side apply. */
export interface ApplyPatch {
  readonly kind: 'apply-patch';
  readonly type: PatchType & ('strategic' | 'merge');
  readonly patch: ValueMap;
}

const preconditions = [
  requireKeyUnchanged('apiVersion'),
  requireKeyUnchanged('kind'),
  requireMetadataKeyUnchanged('name'),
];

/**
 * Makes the patch that brings an object to a configuration: a strategic merge patch for built-in kinds, a JSON merge
 * patch for custom resources. Upstream: k8s.io/kubectl pkg/cmd/apply/patcher.go patchSimple.
 */
export function makeApplyPatch(
  session: Session,
  info: Info,
  current: ValueMap,
  modified: ValueMap,
  overwrite: boolean,
): ApplyPatch | Failure {
  const original = originalOf(current);
  const schema = info.version.patchType;
  const type = schema === undefined ? 'merge' : 'strategic';
  const remember = (patch: ValueMap | undefined) =>
    session.applied({ original, modified, current, patch, patchType: type });
  const read = readOriginal(original);
  let problem: string;
  if (read === undefined) {
    problem = schema === undefined ? 'Invalid JSON Document' : 'invalid JSON document';
  } else {
    const three = { original: read, modified, current };
    const made =
      schema === undefined
        ? threeWayMergePatch(three, preconditions)
        : threeWayStrategicPatch(three, schema, overwrite);
    if (made.kind === 'patch') {
      remember(made.patch);
      return { kind: 'apply-patch', type, patch: made.patch };
    }
    problem = problemText(session, made);
  }
  remember(undefined);
  // kubectl tries several sources of the schema, which all give the same result.
  if (schema !== undefined) {
    session.err(`warning: error calculating patch from openapi v3 spec: ${problem}\n`);
    if (!hasChange('withoutOpenApiV2', session.host.release)) {
      session.err(`warning: error calculating patch from openapi spec: ${problem}\n`);
    }
  }
  const shown = `original:\n${original ?? ''}\nmodified:\n${encodeObject(modified)}\ncurrent:\n${encodeObject(current)}`;
  const colons = hasChange('reasonAfterOneColon', session.host.release) ? ':' : '::';
  return fail(`creating patch with:\n${shown}\nfor${colons} ${problem}`);
}

/** Reads the last-applied annotation. An empty one counts as an empty object; one that is no object gives undefined. */
function readOriginal(original: string | undefined): ValueMap | undefined {
  if (original === undefined || original === '') return new Map();
  const parsed = parseJson(original);
  if (parsed.kind !== 'value') return undefined;
  if (parsed.value === null) return new Map();
  return isMap(parsed.value) ? parsed.value : undefined;
}

function problemText(session: Session, made: Exclude<MadePatch, { kind: 'patch' }>): string {
  if (made.kind !== 'conflict') return made.message;
  const { printYaml } = session.host;
  return `patch:\n${printYaml(made.patch)}\nconflicts with changes made from original to current:\n${printYaml(made.changed)}\n`;
}

/** Applies a patch on the client, for a dry run. Upstream: patcher.go patchSimple with localApply. */
export function applyLocally(info: Info, current: ValueMap, { type, patch }: ApplyPatch): ValueMap | Failure {
  const schema = info.version.patchType;
  if (type === 'strategic' && schema !== undefined) {
    const merged = applyStrategicPatch(current, patch, schema);
    return merged.kind === 'error' ? fail(`applying patch locally: ${merged.message}`) : merged.object;
  }
  const merged = applyMergePatch(current, patch);
  const value: Value = merged.kind === 'patched' ? merged.value : current;
  return isMap(value) ? value : current;
}
