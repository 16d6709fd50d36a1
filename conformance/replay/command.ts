import { type Cluster, serve } from '@managed-fields/merge-engine';
import { compareAnswers, type Difference, type SameText } from './compare.ts';
import { requestOf } from './request.ts';
import type { Command } from './trace.ts';

/** How a command went: the state after it, and everything in which it differs from the recording. */
export interface PlayedCommand {
  readonly cluster: Cluster;
  readonly differences: readonly Difference[];
}

/**
 * Plays a kubectl command. The engine has no commands yet, so that none is identical; the recorded requests are played
 * in its place, for the sake of the steps that follow, and differences in their answers are reported as well.
 */
export function playCommand(cluster: Cluster, command: Command, now: string, sameText: SameText): PlayedCommand {
  const differences: Difference[] = [{ path: 'command', expected: command.line, got: 'not played' }];
  let after = cluster;
  for (const [index, exchange] of command.exchanges.entries()) {
    const served = serve(after, requestOf(exchange), now);
    after = served.cluster;
    for (const difference of compareAnswers(exchange, served.response, sameText)) {
      differences.push({ ...difference, path: `requests[${index}].${difference.path}` });
    }
  }
  return { cluster: after, differences };
}
