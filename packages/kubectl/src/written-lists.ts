import { parseLabelSelector, type TypeCatalog } from '@managed-fields/api-server';
import { formatQuantity, parseQuantity } from '@managed-fields/merge-engine';
import { type Failure, fail } from './failure.ts';
import { partsOf } from './parts-of.ts';

/** A selector as objects hold it. */
export interface LabelSelector {
  readonly fields: { readonly matchLabels?: object; readonly matchExpressions?: readonly object[] };
}

const operators = { in: 'In', notin: 'NotIn', exists: 'Exists', absent: 'DoesNotExist' } as const;

/** Reads `app=web,tier in (a,b)`. Upstream: apimachinery pkg/apis/meta/v1/helpers.go ParseToLabelSelector. */
export function labelSelectorOf(written: string, release: TypeCatalog): LabelSelector | Failure {
  const read = parseLabelSelector(written, release);
  if (read.kind === 'malformed') return fail(`couldn't parse the selector string "${written}": ${read.message}`);
  const labels: [string, string][] = [];
  const expressions: object[] = [];
  for (const requirement of read.requirements) {
    const { kind, key } = requirement;
    if (kind === 'equals') labels.push([key, requirement.value]);
    else if (kind === 'above' || kind === 'below') {
      return fail(`"${kind === 'above' ? 'gt' : 'lt'}" isn't supported in label selectors`);
    } else if (kind === 'differs') return fail('"!=" is not a valid label selector operator');
    else {
      const values = 'values' in requirement ? [...new Set(requirement.values)].sort() : undefined;
      expressions.push({ key, operator: operators[kind], ...(values === undefined ? {} : { values }) });
    }
  }
  return {
    fields: {
      ...(labels.length === 0 ? {} : { matchLabels: Object.fromEntries(labels) }),
      ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
    },
  };
}

/** Labels as a flag gives them. */
export interface LabelSpec {
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads `app=web,tier=front`. Upstream: k8s.io/kubectl pkg/generate/generate.go ParseLabels. */
export function labelSpecOf(written: string): LabelSpec | Failure {
  const labels: [string, string][] = [];
  if (written === '') return fail('no label spec passed');
  for (const spec of written.split(',')) {
    const [key, value, ...more] = partsOf(spec, '=');
    if (value === undefined || more.length > 0) return fail(`unexpected label spec: ${spec}`);
    if (key === '') return fail('unexpected empty label key');
    labels.push([key, value]);
  }
  return { labels: Object.fromEntries(labels) };
}

/** Amounts by the resource: `cpu`, `100m`. */
interface ResourceList {
  readonly list: ReadonlyMap<string, string>;
}

/** Reads `cpu=100m,memory=1Gi`. Upstream: k8s.io/kubectl pkg/generate/versioned/run.go populateResourceListV1. */
export function resourceListOf(written: string): ResourceList | Failure {
  const list = new Map<string, string>();
  for (const statement of written === '' ? [] : written.split(',')) {
    const [name, amount, ...more] = partsOf(statement, '=');
    if (amount === undefined || more.length > 0) {
      return fail(`Invalid argument syntax ${statement}, expected <resource>=<value>`);
    }
    const parsed = parseQuantity(amount);
    if (parsed.kind === 'error') return fail(parsed.message);
    list.set(name, formatQuantity(parsed.quantity));
  }
  return { list };
}
