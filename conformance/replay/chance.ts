import { errorsOf, undeclared } from '@managed-fields/live-cluster';
import { isMap, stringAt } from '@managed-fields/merge-engine';
import type { Exchange } from './trace.ts';

/**
 * Whether chance decides in an answer: where the recording says so (`compare: "code"`: errors come in the order of a Go
 * map, and the recorder did not rewrite what is volatile inside of its words), or names one of several errors, of which
 * others are left untold.
 */
export function isByChance({ byChance, response }: Exchange): boolean {
  const message = isMap(response.body) ? (stringAt(response.body, 'message') ?? '') : '';
  return byChance || (errorsOf(message)?.errors.some((error) => error.endsWith(undeclared)) ?? false);
}
