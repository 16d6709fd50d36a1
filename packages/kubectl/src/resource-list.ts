import { formatQuantity, parseQuantity } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';

/** Amounts by the resource: `cpu`, `100m`. */
export interface ResourceList {
  readonly list: ReadonlyMap<string, string>;
}

/** Reads `cpu=100m,memory=1Gi`. Upstream: k8s.io/kubectl pkg/generate/versioned/run.go populateResourceListV1. */
export function resourceListOf(written: string): ResourceList | Failure {
  const list = new Map<string, string>();
  for (const statement of written === '' ? [] : written.split(',')) {
    const [name = '', amount, ...more] = statement.split('=');
    if (amount === undefined || more.length > 0) {
      return fail(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
    }
    const parsed = parseQuantity(amount);
    if (parsed.kind === 'error') return fail(parsed.message);
    list.set(name, formatQuantity(parsed.quantity));
  }
  return { list };
}
