import { type Failure, fail } from './failure.ts';

/** Labels as a flag gives them. */
export interface LabelSpec {
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads `app=web,tier=front`. Upstream: k8s.io/kubectl pkg/generate/generate.go ParseLabels. */
export function labelSpecOf(written: string): LabelSpec | Failure {
  const labels: [string, string][] = [];
  if (written === '') return fail('no label spec passed');
  for (const spec of written.split(',')) {
    const [key = '', value, ...more] = spec.split('=');
    if (value === undefined || more.length > 0) return fail(`unexpected label spec: ${spec}`);
    if (key === '') return fail('unexpected empty label key');
    labels.push([key, value]);
  }
  return { labels: Object.fromEntries(labels) };
}
