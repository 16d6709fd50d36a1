import { type Cluster, emptyCluster, putCrd, serve, type TypeCatalog } from '@managed-fields/merge-engine/whole';
import { type CommandPlayer, commandPlayer } from './command.ts';
import { compareAnswers, type Difference } from './compare.ts';
import { requestOf, timeOf } from './request.ts';
import type { Trace, TraceStep } from './trace.ts';
import { uidNames } from './uid-names.ts';

/** How one step went; identical where nothing differs. */
export interface PlayedStep {
  readonly index: number;
  /** Whether the step has an answer to compare, and so counts. */
  readonly counts: boolean;
  readonly differences: readonly Difference[];
  /** How many texts a command printed, which count apart: stdout and stderr. */
  readonly texts: number;
  readonly textDifferences: readonly Difference[];
}

/**
 * Plays a trace from an empty server: step *i* happens *i* seconds after 2026-01-01T00:00:00Z, uids and
 * resourceVersions count from 1. It goes on with the engine's own state after a difference.
 */
export function playTrace(trace: Trace, catalog: TypeCatalog): PlayedStep[] {
  const sameText = uidNames();
  const playCommand = commandPlayer(trace, sameText);
  let cluster = emptyCluster(catalog);
  return trace.steps.map((step, index) => {
    const counts = step.kind !== 'crd';
    const texts = step.kind === 'command' ? 2 : 0;
    try {
      const played = playStep(cluster, step, timeOf(index), sameText, playCommand);
      cluster = played.cluster;
      return { index, counts, texts, differences: played.differences, textDifferences: played.texts ?? [] };
    } catch (fault) {
      const got = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
      const differences = [{ path: 'engine', expected: 'an answer', got }];
      return {
        index,
        counts,
        texts,
        differences,
        textDifferences: texts === 0 ? [] : [...differences, ...differences],
      };
    }
  });
}

function playStep(
  cluster: Cluster,
  step: TraceStep,
  now: string,
  sameText: ReturnType<typeof uidNames>,
  playCommand: CommandPlayer,
): {
  readonly cluster: Cluster;
  readonly differences: readonly Difference[];
  readonly texts?: readonly Difference[];
} {
  if (step.kind === 'command') return playCommand(cluster, step.command, now);
  if (step.kind === 'request') {
    const served = serve(cluster, requestOf(step.exchange), now);
    return { cluster: served.cluster, differences: compareAnswers(step.exchange, served.response, sameText) };
  }
  const put = putCrd(cluster, step.crd, now);
  if (put.kind === 'put') return { cluster: put.cluster, differences: [] };
  return { cluster, differences: [{ path: 'crd', expected: 'installed', got: put.problems.join('; ') }] };
}
