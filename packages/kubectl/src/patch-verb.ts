import { type DecodedBody, throughJson } from '@managed-fields/api-server';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  equals,
  isMap,
  parseJson,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type PatchType, patchTypes, sendPatch, valueBody } from './client.ts';
import { type Failure, fail, hasReason, isFailure } from './failure.ts';
import { fileNamed } from './file-names.ts';
import type { Flags } from './flags.ts';
import type { Info } from './info.ts';
import { operationsOf } from './json-patch.ts';
import { kindText, ownPatchSchema } from './mapping.ts';
import { dryRunOf, localOnServer } from './options.ts';
import { type DryRun, printerOf } from './print.ts';
import { select, visitEach } from './selection.ts';
import type { Session } from './session.ts';

/**
 * `kubectl patch`. A patch is read as YAML and sent as JSON.
 * Upstream: k8s.io/kubectl pkg/cmd/patch/patch.go.
 */
export function runPatch(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const [text, file, local] = [flags.text('patch'), flags.text('patch-file'), flags.truth('local')];
  if (text !== '' && file !== '') return fail('cannot specify --patch and --patch-file together');
  if (text === '' && file === '') {
    return fail('must specify --patch or --patch-file containing the contents of the patch');
  }
  if (local && flags.args.length > 0) return fail('cannot specify --local and server resources');
  const problem = localOnServer(flags, dryRun.value);
  if (problem !== undefined) return problem;
  const type = typeOf(flags.text('type'));
  if (type === undefined) return fail(`--type must be one of [json merge strategic], not "${flags.text('type')}"`);
  const written = file === '' ? text : fileNamed(session, file);
  if (written === undefined) {
    session.lacks(file);
    return fail(`unable to read patch file: open ${file}: no such file or directory`);
  }
  const read = readPatch(session, written);
  if ('kind' in read) return fail(`unable to parse "${text}": ${read.message}`);
  const selected = select(session, flags, {
    args: flags.args,
    subresource: flags.text('subresource'),
    local,
  });
  if (selected.kind === 'failure') return selected;
  let count = 0;
  const failed = visitEach(selected, (info) => {
    count++;
    return patchOne(session, flags, info, type, read.patch, local ? 'client' : dryRun.value);
  });
  return failed ?? (count === 0 ? fail('no objects passed to patch') : undefined);
}

function typeOf(text: string): PatchType | undefined {
  const type = text.toLowerCase();
  return type === 'json' || type === 'merge' || type === 'strategic' ? type : undefined;
}

function readPatch(session: Session, text: string): { readonly patch: DecodedBody } | Failure {
  // A text that begins as JSON does is sent even where it is malformed.
  if (/^\s*\{/.test(text)) {
    const parsed = parseJson(text);
    if (parsed.kind === 'error') return { patch: { kind: 'malformed', message: parsed.message } };
    return { patch: valueBody(parsed.value) };
  }
  const [document] = session.host.read(text);
  if (document === undefined) return { patch: valueBody(null) };
  if (document.kind === 'malformed') return fail(document.message.replace(/^error converting YAML to JSON: /, ''));
  return { patch: valueBody(isMap(document.value) ? throughJson(document.value) : document.value) };
}

function patchOne(
  session: Session,
  flags: Flags,
  info: Info,
  type: PatchType,
  body: DecodedBody,
  dryRun: DryRun,
): Failure | undefined {
  const before = info.object ?? new Map<string, Value>();
  if (dryRun === 'client') {
    if (body.kind === 'malformed') return fail(body.message);
    const patched = patchHere(session, info, before, type, body.value);
    return 'kind' in patched ? patched : printPatched(session, flags, before, patched.object);
  }
  const got = sendPatch(session, info, type, body, {
    fieldManager: flags.text('field-manager'),
    dryRun: dryRun === 'server',
    subresource: flags.text('subresource'),
  });
  if (got.kind === 'failure') {
    if (!hasReason(got, 'UnsupportedMediaType')) return got;
    return fail(`${patchTypes[type]} is not supported by ${kindText(info.version)}: ${got.message}`);
  }
  return printPatched(session, flags, before, got.object);
}

/** Prints a patched object. kubectl does not mention a dry run here. */
function printPatched(session: Session, flags: Flags, before: ValueMap, after: ValueMap): Failure | undefined {
  const printer = printerOf(session, flags, 'none');
  if ('kind' in printer) return printer;
  return printer.print(after, operationOf(before, after));
}

function operationOf(before: ValueMap, after: ValueMap): string {
  return equals(before, after) ? 'patched (no change)' : 'patched';
}

/** Applies a patch on the client, for a dry run. Upstream: patch.go getPatchedJSON. */
function patchHere(
  session: Session,
  { version }: Info,
  object: ValueMap,
  type: PatchType,
  body: Value,
): { readonly object: ValueMap } | Failure {
  if (type === 'json') {
    const operations = operationsOf(session, body);
    if (isFailure(operations)) return operations;
    const patched = applyJsonPatch(object, operations);
    if (patched.kind !== 'patched') return fail(patched.message);
    return { object: isMap(patched.value) ? patched.value : object };
  }
  if (!isMap(body)) return fail('invalid JSON document');
  if (type === 'strategic') {
    const schema = ownPatchSchema(version);
    if (schema === undefined) {
      return fail(`strategic merge patch is not supported for ${kindText(version)} locally, try --type merge`);
    }
    const merged = applyStrategicPatch(object, body, schema);
    return merged.kind === 'error' ? fail(merged.message) : { object: merged.object };
  }
  const merged = applyMergePatch(object, body);
  if (merged.kind === 'bad-patch') return fail(merged.message);
  return { object: isMap(merged.value) ? merged.value : object };
}
