import {
  formatGoSyntax,
  formatJson,
  identical,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  textAt,
  twoWayMergePatch,
  twoWayStrategicPatch,
  type Value,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type PatchType, patch } from './client.ts';
import { isInfo, kindProblems, objectsIn } from './documents.ts';
import { aggregateText, exitSilently, type Failure, fail, hasReason, notPlayed, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { annotated, originalOf } from './last-applied.ts';
import { rememberingPatch } from './last-applied-verbs.ts';
import { ownPatchSchema, qualifiedResource } from './mapping.ts';
import { validationOf } from './options.ts';
import { printerOf } from './print.ts';
import { collect, select } from './selection.ts';
import type { Session } from './session.ts';

/** Whether the objects themselves or their last-applied configurations are edited. */
type Mode = 'objects' | 'last-applied';

/** `kubectl edit`. Upstream: k8s.io/kubectl pkg/cmd/util/editor/editoptions.go NormalEditMode. */
export function runEdit(session: Session, flags: Flags): Failure | undefined {
  const selected = select(session, flags, {
    args: flags.args,
    allowAll: true,
    latest: true,
    subresource: flags.text('subresource'),
  });
  if (selected.kind === 'failure') return selected;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const { infos, failed } = collect(selected);
  if (failed !== undefined) return failed;
  if (infos.length === 0) return fail('edit cancelled, no objects found');
  return editObjects(session, flags, infos, 'objects', validation.value);
}

/** `kubectl apply edit-last-applied`. Upstream: editoptions.go ApplyEditMode. */
export function runEditLastApplied(session: Session, flags: Flags): Failure | undefined {
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const { infos, failed } = collect(selected);
  if (failed !== undefined) return failed;
  const remembered: LoadedInfo[] = [];
  for (const info of infos) {
    const original = originalOf(info.object);
    if (original === undefined) continue;
    const read = readEdited(session, original);
    if ('kind' in read) return read;
    const [first] = read;
    if (first !== undefined) remembered.push(first);
  }
  if (remembered.length === 0) {
    return fail(
      'no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`',
    );
  }
  return editObjects(session, flags, remembered, 'last-applied', validation.value);
}

/** The file in which kubectl would store the edits. */
const keptFile = '/tmp/kubectl-edit.yaml';

/** How often the editor opens at most. An edit that never becomes valid would otherwise go on forever. */
const mostRounds = 20;

function editObjects(
  session: Session,
  flags: Flags,
  infos: readonly LoadedInfo[],
  mode: Mode,
  fieldValidation: string,
): Failure | undefined {
  const { edit } = session.host;
  if (edit === undefined) return fail('there is no editor here; say what becomes of the text');
  const original = shownText(session, flags, infos);
  if (typeof original !== 'string') return original;
  let text = original;
  let reasons: readonly EditReason[] = [];
  let before: string | undefined;
  for (let round = 0; round < mostRounds; round++) {
    const header = flags.text('output') === 'json' ? '' : editHeader(mode === 'last-applied', reasons);
    session.opened(`${header}${text}`);
    const changed = edit(`${header}${text}`);
    const editor = session.env('KUBE_EDITOR') || session.env('EDITOR');
    // An editor that the line names would have changed the text.
    if (changed === undefined && editor !== '') return notPlayed({ kind: 'editor', editor });
    const edited = changed ?? `${header}${text}`;
    if (before !== undefined && sameContent(session, before, edited)) {
      return kept(session, fail('Edit cancelled, no valid changes were saved.'));
    }
    const problem = fieldValidation === 'Ignore' ? undefined : editedProblem(session, edited);
    if (problem !== undefined) {
      const named = infos.slice(0, 1).map(nameOf).join('');
      const complaint = `<nil>: Invalid value: "The edited file failed validation": ${problem}`;
      reasons = [{ head: `${named} was not valid`, other: [complaint] }];
      session.err(`error: ${named} is invalid\n`);
      before = edited;
      text = withoutComments(edited);
      continue;
    }
    if (sameContent(session, original, edited)) return cancelled(session, 'no changes made.');
    if (withoutComments(edited).trim() === '') return cancelled(session, 'saved file was empty.');
    const updated = readEdited(session, edited);
    if ('kind' in updated) {
      reasons = [...reasons, { head: `The edited file had a syntax error: ${updated.message}`, other: [] }];
    } else {
      const done = saveEdited(session, flags, infos, updated, mode, fieldValidation);
      if (done.kind === 'saved') return undefined;
      if (done.kind === 'failure') return done;
      reasons = done.reasons;
    }
    before = edited;
    text = withoutComments(edited);
  }
  return kept(session, fail('Edit cancelled, no valid changes were saved.'));
}

/** Returns the problem of an edited text before its objects are read; undefined where there is none. */
function editedProblem(session: Session, edited: string): string | undefined {
  const [document] = session.host.read(edited);
  if (document === undefined) return 'apiVersion not set';
  if (document.kind === 'malformed') return document.message;
  const problems = kindProblems(document.value);
  return problems.length === 0 ? undefined : aggregateText(problems);
}

function cancelled(session: Session, why: string): undefined {
  session.err(`Edit cancelled, ${why}\n`);
  return undefined;
}

function kept(session: Session, failure: Failure): Failure {
  session.err(`A copy of your changes has been stored to "${keptFile}"\n`);
  return failure;
}

/** Prints one object, or a list of several, without managedFields. */
function shownText(session: Session, flags: Flags, infos: readonly LoadedInfo[]): string | Failure {
  const bare = infos.map(({ object }) => withMetadata(object, 'managedFields', undefined));
  const [only, ...more] = bare;
  const shown =
    only !== undefined && more.length === 0
      ? only
      : new Map<string, Value>([
          ['apiVersion', 'v1'],
          ['items', bare],
          ['kind', 'List'],
          ['metadata', new Map()],
        ]);
  let text = '';
  const out = (part: string) => {
    text += part;
  };
  const printer = printerOf({ ...session, out }, yamlByDefault(flags), 'none', false, ['json', 'kyaml', 'yaml']);
  if ('kind' in printer) return printer;
  printer.print(shown, '');
  return text;
}

function yamlByDefault(flags: Flags): Flags {
  return { ...flags, text: (name) => flags.text(name) || (name === 'output' ? 'yaml' : '') };
}

/** Whether two texts hold the same value. Texts that cannot be read are compared without their comments. */
function sameContent(session: Session, left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => session.host.read(text)[0]);
  if (a?.kind === 'value' && b?.kind === 'value') return identical(a.value, b.value);
  return withoutComments(left) === withoutComments(right);
}

function readEdited(session: Session, text: string): readonly LoadedInfo[] | Failure {
  const infos: LoadedInfo[] = [];
  const failures: Failure[] = [];
  for (const loaded of objectsIn(session, text, 'edited-file', 'Ignore')) {
    if (isInfo(loaded)) infos.push(loaded);
    else failures.push(loaded);
  }
  return together(failures) ?? infos;
}

/** The result of writing edited objects; `again` opens the editor once more. */
type Saved = { readonly kind: 'saved' } | { readonly kind: 'again'; readonly reasons: readonly EditReason[] } | Failure;

function saveEdited(
  session: Session,
  flags: Flags,
  infos: readonly LoadedInfo[],
  updated: readonly LoadedInfo[],
  mode: Mode,
  fieldValidation: string,
): Saved {
  const reasons: EditReason[] = [];
  let isRefused = false;
  const placed: LoadedInfo[] = [];
  for (const info of updated) {
    const own = inCommandNamespace(session, info);
    if (!isInfo(own)) return kept(session, own);
    placed.push(own);
  }
  for (const info of placed) {
    const uid = metadataText(info.object, 'uid');
    const former = infos.find(({ object }) => metadataText(object, 'uid') === uid);
    if (former === undefined) {
      const shown = `&unstructured.Unstructured{Object:${formatGoSyntax(info.object)}}`;
      return kept(session, fail(`no original object found for ${shown}`));
    }
    const managed = metadataOf(former.object).get('managedFields');
    const restored = withMetadata(info.object, 'managedFields', managed);
    const object = mode === 'objects' && flags.truth('save-config') ? annotated(restored) : restored;
    const failed = saveOne(session, flags, former, { ...info, object }, mode, fieldValidation);
    if (failed === undefined) continue;
    if (failed.kind === 'failure' && failed.status === undefined) return kept(session, failed);
    const named = nameOf(info);
    if (hasReason(failed, 'Invalid')) {
      reasons.push({ head: `${named} was not valid`, other: causesOf(failed) });
      session.err(`error: ${named} is invalid\n`);
    } else {
      // Nothing is deleted while the editor is open.
      isRefused = true;
      session.err(`error: ${named} could not be patched: ${failed.message}\n`);
    }
  }
  if (isRefused) {
    session.err(`You can run \`kubectl replace -f ${keptFile}\` to try this update again.\n`);
    return exitSilently(1);
  }
  return reasons.length === 0 ? { kind: 'saved' } : { kind: 'again', reasons };
}

/**
 * Gives an object without a namespace that of the command, and refuses one with another.
 * Upstream: k8s.io/cli-runtime visitor.go RequireNamespace.
 */
function inCommandNamespace({ namespace }: Session, info: LoadedInfo): LoadedInfo | Failure {
  if (!info.version.resource.namespaced || info.namespace === namespace) return info;
  if (info.namespace === '') return { ...info, namespace, object: withMetadata(info.object, 'namespace', namespace) };
  return fail(
    `the namespace from the provided object "${info.namespace}" does not match the namespace "${namespace}". You must pass '--namespace=${info.namespace}' to perform this operation.`,
  );
}

/** `deployments.apps "web"` */
function nameOf({ version, name }: LoadedInfo): string {
  return `${qualifiedResource(version)} "${name}"`;
}

function causesOf({ status }: Failure): readonly string[] {
  const causes = (listAt(mapAt(status, 'details'), 'causes') ?? []).filter(isMap);
  return causes.map((cause) => `${textAt(cause, 'field')}: ${textAt(cause, 'message')}`);
}

const preconditions = [
  requireKeyUnchanged('apiVersion'),
  requireKeyUnchanged('kind'),
  requireMetadataKeyUnchanged('name'),
  requireKeyUnchanged('managedFields'),
];

/** Upstream: editoptions.go visitToPatch, visitToApplyEditPatch. */
function saveOne(
  session: Session,
  flags: Flags,
  former: LoadedInfo,
  info: LoadedInfo,
  mode: Mode,
  fieldValidation: string,
): Failure | undefined {
  const printer = printerOf(session, flags, 'none');
  if ('kind' in printer) return printer;
  if (identical(former.object, info.object)) {
    return printer.print(info.object, 'skipped');
  }
  const made = mode === 'objects' ? editPatch(former, info) : annotationPatch(info.object);
  if (made.kind === 'failure') return made;
  if (flags.truth('output-patch')) session.out(`Patch: ${formatJson(made.patch, { sortKeys: true })}\n`);
  const place = mode === 'objects' ? former : { ...info, namespace: session.namespace };
  const got = patch(session, place, made.type, made.patch, {
    fieldManager: flags.text('field-manager'),
    fieldValidation,
    subresource: flags.text('subresource'),
  });
  if (got.kind === 'failure') return mode === 'objects' ? got : fail(got.message);
  return printer.print(mode === 'objects' ? got.object : info.object, 'edited');
}

interface EditPatch {
  readonly kind: 'edit-patch';
  readonly type: PatchType;
  readonly patch: ValueMap;
}

function annotationPatch(configuration: ValueMap): EditPatch {
  return { kind: 'edit-patch', type: 'merge', patch: rememberingPatch(configuration).patch };
}

function editPatch(former: LoadedInfo, { object, version }: LoadedInfo): EditPatch | Failure {
  const changed = fail('At least one of apiVersion, kind and name was changed');
  const schema = ownPatchSchema(version);
  if (schema === undefined) {
    const made = twoWayMergePatch(former.object, object);
    return preconditions.every((holds) => holds(made)) ? { kind: 'edit-patch', type: 'merge', patch: made } : changed;
  }
  const made = twoWayStrategicPatch(former.object, object, schema, preconditions);
  if (made.kind === 'patch') return { kind: 'edit-patch', type: 'strategic', patch: made.patch };
  return made.kind === 'error' ? fail(made.message) : changed;
}

/** Why the editor opens again: the headline and the lines below it. */
export interface EditReason {
  readonly head: string;
  readonly other: readonly string[];
}

const lastAppliedHeader = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;
const objectHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;

/**
 * Returns the comment that stands above the edited text. Upstream: k8s.io/kubectl pkg/cmd/util/editor/editoptions.go
 * editHeader.writeTo.
 */
export function editHeader(lastApplied: boolean, reasons: readonly EditReason[]): string {
  const blocks = reasons.map(({ head, other }) => {
    const lines = other.map((line) => `# * ${hashed(line)}\n`).join('');
    return `# ${hashed(head)}${other.length > 0 ? ':' : ''}\n${lines}#\n`;
  });
  return `${lastApplied ? lastAppliedHeader : objectHeader}${blocks.join('')}`;
}

/** Makes comments of the further lines of a text. Upstream: editoptions.go hashOnLineBreak. */
function hashed(text: string): string {
  return text.replace(/\n(?=[^#])/g, '\n# ');
}

/** Removes the comment lines of a text. Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go ManualStrip. */
export function withoutComments(text: string): string {
  const lines = text.split('\n');
  const kept = lines.map((line, index) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('#') && !trimmed.startsWith('#!')) return '';
    return index < lines.length - 1 ? `${line}\n` : line;
  });
  return kept.join('');
}
