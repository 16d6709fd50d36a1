import type { ResourceVersion } from '@managed-fields/api-server';
import { mapFromPlain, metadataOf, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { create } from '../client.ts';
import { type Failure, fail, isFailure } from '../failure.ts';
import { dryRunFlag, fieldManagerFlag, printFlags, saveConfigFlag, validateFlag } from '../flag-sets.ts';
import type { Flag, Flags } from '../flags.ts';
import { rememberingTyped } from '../last-applied.ts';
import { dryRunOf, usageFailure, validationOf } from '../options.ts';
import { type DryRun, printerOf } from '../print.ts';
import { asWritten } from '../selection.ts';
import type { Session } from '../session.ts';
import type { Verb } from '../verb.ts';

/** A subcommand of `kubectl create` that makes an object of its flags. */
export interface Generator {
  /** The words after `kubectl create`: `secret generic`. */
  readonly name: string;
  /** The flags beside those that all generators have. */
  readonly flags: readonly Flag[];
  /** Whether `--save-config` has no effect. */
  readonly ignoresSaveConfig?: true;
  /** What is said before the reason why the object could not be created; the server's answer stands alone without it. */
  readonly failed?: string;
  /** Makes the object; the namespace is added to it. */
  generate(session: Session, flags: Flags, name: string): ValueMap | Failure;
}

/** Makes a command of a generator. Upstream: k8s.io/kubectl pkg/cmd/create, where each command has this flow. */
export function createVerb(generator: Generator): Verb {
  const name = `create ${generator.name}`;
  return {
    name,
    flags: [
      ...generator.flags,
      ...printFlags,
      dryRunFlag,
      validateFlag,
      saveConfigFlag,
      fieldManagerFlag('kubectl-create'),
    ],
    run: (session, flags) => runGenerator(session, flags, generator, name),
  };
}

function runGenerator(session: Session, flags: Flags, generator: Generator, command: string): Failure | undefined {
  const named = flags.beforeDash ?? flags.args.length;
  const [name] = flags.args;
  if (named !== 1 || name === undefined)
    return usageFailure(`kubectl ${command}`, `exactly one NAME is required, got ${named}`);
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const validation = validationOf(flags);
  if (validation.kind === 'failure') return validation;
  const generated = generator.generate(session, flags, name);
  if (isFailure(generated)) return generated;
  const { version, object } = typed(session, generated);
  if (version === undefined) return fail('the server could not find the requested resource');
  const remembered = rememberingTyped(object, !generator.ignoresSaveConfig && flags.truth('save-config'));
  if (dryRun.value === 'client') {
    return printer.print(remembered, 'created');
  }
  const created = create(session, { version, namespace: session.namespace }, remembered, {
    fieldManager: flags.text('field-manager'),
    fieldValidation: validation.value,
    dryRun: dryRun.value === 'server',
    protobuf: true,
  });
  if (created.kind === 'failure') {
    return generator.failed === undefined ? created : fail(`${generator.failed} ${created.message}`);
  }
  return printer.print(created.object, 'created');
}

/**
 * Returns the version of a generated object, and the object as its Go type writes it; in the namespace of the command
 * with `placing`.
 */
export function typed(session: Session, object: ValueMap, placing = true): Typed {
  const version = versionOf(session, object);
  if (version === undefined) return { version, object };
  const placed =
    placing && version.resource.namespaced && session.enforceNamespace ? inNamespace(session, object) : object;
  return asWritten({ version, object: placed });
}

interface Typed {
  readonly version: ResourceVersion | undefined;
  readonly object: ValueMap;
}

function versionOf({ catalog }: Session, object: ValueMap): ResourceVersion | undefined {
  return catalog.findKind(String(object.get('apiVersion')), String(object.get('kind')));
}

/**
 * Creates a generated object with its own namespace, as `run` and `expose` do, and returns what is printed of it.
 * Upstream: k8s.io/kubectl pkg/cmd/run/run.go createGeneratedObject, pkg/cmd/expose/expose.go RunExpose.
 */
export function createGenerated(session: Session, flags: Flags, dryRun: DryRun, object: ValueMap): ValueMap | Failure {
  if (dryRun === 'client') return typed(session, object).object;
  const version = versionOf(session, object);
  if (version === undefined) return fail('the server could not find the requested resource');
  const body = rememberingTyped(object, flags.truth('save-config'));
  const created = create(session, { version, namespace: session.namespace }, body, {
    fieldManager: flags.text('field-manager'),
    dryRun: dryRun === 'server',
  });
  return created.kind === 'failure' ? created : created.object;
}

/** Puts an object into the namespace of the command. */
function inNamespace({ namespace }: Session, object: ValueMap): ValueMap {
  return withEntry(object, 'metadata', withEntry(metadataOf(object), 'namespace', namespace));
}

/** Fields as they are written in code; those that are undefined are left out. */
export interface Fields {
  readonly [field: string]: unknown;
}

/** Makes an object of its kind, its name and its fields. */
export function objectOf(apiVersion: string, kind: string, name: string, fields: Fields = {}): ValueMap {
  const { metadata = {}, ...rest } = fields as { readonly metadata?: Fields };
  return mapFromPlain({ apiVersion, kind, metadata: { name, ...metadata }, ...rest });
}
