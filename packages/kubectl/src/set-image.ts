import { textAt, withEntry, withoutEntry } from '@managed-fields/merge-engine';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import { dryRunOf, localOnServer } from './options.ts';
import { parsePairs, splitPairs } from './pairs.ts';
import { containersOf, patchContainers } from './pod-spec.ts';
import { type DryRun, printerOf } from './print.ts';
import { collectTyped, namesNothing, select } from './selection.ts';
import type { Session } from './session.ts';

/** Upstream: k8s.io/cli-runtime pkg/resource/builder.go LocalResourceError. */
export const localResourceError =
  "error: you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";

/** `kubectl set image`. Upstream: k8s.io/kubectl pkg/cmd/set/set_image.go. */
export function runSetImage(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const split = splitPairs(flags.args, 'image');
  if (split.kind === 'failure') return split;
  const pairs = parsePairs(split.pairs, 'image', false);
  if (pairs.kind === 'failure') return pairs;
  const local = flags.truth('local');
  if (local && split.resources.length > 0) return fail(localResourceError);
  const selected = select(session, flags, {
    args: split.resources,
    allowAll: flags.truth('all'),
    latest: !local,
    local,
  });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected, local);
  if (failed !== undefined) return failed;
  const problem = together(contradictions(flags, split.resources, pairs.set, dryRun.value));
  if (problem !== undefined) return problem;
  // A missing container is reported, and the others are patched all the same.
  const missing = infos.flatMap((info) => {
    const names = containersOf(info)?.map((container) => textAt(container, 'name'));
    const lost = [...pairs.set.keys()].filter((name) => !names?.includes(name) && !(name === '*' && names?.length));
    return names === undefined ? [] : lost.map((name) => fail(`error: unable to find container named "${name}"`));
  });
  const failures = patchContainers(
    session,
    infos,
    () => (container) => {
      const image = pairs.set.get(textAt(container, 'name')) ?? pairs.set.get('*');
      if (image === undefined) return container;
      // Go writes no field that is empty.
      return image === '' ? withoutEntry(container, 'image') : withEntry(container, 'image', image);
    },
    { flags, dryRun: dryRun.value, printer, operation: 'image updated', what: 'image update to pod template:' },
  );
  return together([...missing, ...failures]);
}

function contradictions(
  flags: Flags,
  resources: readonly string[],
  images: ReadonlyMap<string, string>,
  dryRun: DryRun,
): readonly Failure[] {
  const failures: Failure[] = [];
  if (flags.truth('all') && flags.text('selector') !== '') {
    failures.push(fail('cannot set --all and --selector at the same time'));
  }
  if (namesNothing(flags, resources)) {
    failures.push(fail('one or more resources must be specified as <resource> <name> or <resource>/<name>'));
  }
  if (images.size === 0) failures.push(fail('at least one image update is required'));
  else if (images.size > 1 && images.has('*')) {
    failures.push(
      fail('all containers are already specified by *, but saw more than one container_name=container_image pairs'),
    );
  }
  const clash = localOnServer(flags, dryRun);
  return clash === undefined ? failures : [...failures, clash];
}
