const second = 1_000_000_000n;

const units: readonly (readonly [RegExp, bigint])[] = [
  [/^(ns|nano)/, 1n],
  [/^(us|µs|micro)/, 1000n],
  [/^(ms|milli)/, 1_000_000n],
  [/^(s|sec)/, second],
  [/^(m|min)$|^min/, 60n * second],
  [/^(h|hr|hour)/, 3600n * second],
  [/^(d|day)/, 86_400n * second],
  [/^(w|wk|week)/, 604_800n * second],
];

/**
 * Parses a text such as `3 days` as nanoseconds; undefined where it has no number with a unit.
 * Upstream: k8s.io/kube-openapi pkg/validation/strfmt/duration.go ParseDuration.
 */
export function parseLongDuration(text: string): bigint | undefined {
  let sum: bigint | undefined;
  for (const match of text.matchAll(/(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = units.find(([form]) => form.test((match[2] ?? '').toLowerCase()));
    if (unit !== undefined) sum = (sum ?? 0n) + BigInt(match[1] ?? '0') * unit[1];
  }
  return sum;
}
