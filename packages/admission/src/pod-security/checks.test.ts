import { readFileSync } from 'node:fs';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { checkedPod } from './check.ts';
import { detailsText, reasonsText, violationsOf } from './checks.ts';

/** A text by its place in `texts`, and the first and last minor version in which it is said. */
type Said = readonly [text: number, from: number, until: number];

/** Pods with what upstream's checks of v1.37 find in them, its own fixtures among them, in the order of the answer. */
const { texts, cases }: { readonly texts: readonly string[]; readonly cases: readonly Case[] } = JSON.parse(
  readFileSync(new URL('./checks.cases.json', import.meta.url), 'utf8'),
);

interface Case {
  readonly pod: object;
  readonly baseline: readonly Said[];
  readonly restricted: readonly Said[];
}

const versions = Array.from({ length: 38 }, (_, minor) => minor);

describe.each(['baseline', 'restricted'] as const)('the checks of %s', (level) => {
  it.each(versions)('find in v1.%i what upstream finds', (minor) => {
    const wrong = cases.flatMap((one) => {
      const said = one[level].filter(([, from, until]) => from <= minor && minor <= until);
      const expected = said.map(([text]) => texts[text]).join(', ');
      const found = detailsText(violationsOf(level, minor, checkedPod(mapFromPlain(one.pod))));
      return found === expected ? [] : [{ pod: JSON.stringify(one.pod), found, expected }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('checks', () => {
  it('find nothing that a privileged namespace forbids', () => {
    for (const { pod } of cases) expect(violationsOf('privileged', 36, checkedPod(mapFromPlain(pod)))).toEqual([]);
  });

  it.each([
    ['net.ipv4.tcp_slow_start_after_idle', 37],
    ['net.ipv4.tcp_notsent_lowat', 37],
  ])('let %s be set from v1.%i on', (name, since) => {
    const pod = checkedPod(mapFromPlain({ spec: { securityContext: { sysctls: [{ name, value: '1' }] } } }));
    expect(detailsText(violationsOf('baseline', since - 1, pod))).toBe(`forbidden sysctls (${name})`);
    expect(violationsOf('baseline', since, pod)).toEqual([]);
  });

  it('are told without details of Pods that are there already', () => {
    const pod = checkedPod(mapFromPlain({ spec: { hostNetwork: true, hostPID: true } }));
    expect(reasonsText(violationsOf('baseline', 36, pod))).toBe('host namespaces');
    const empty = checkedPod(mapFromPlain({ spec: { containers: [{ name: 'a' }] } }));
    expect(reasonsText(violationsOf('restricted', 0, empty))).toBe('runAsNonRoot != true');
    expect(reasonsText(violationsOf('restricted', 8, empty))).toBe(
      'allowPrivilegeEscalation != false, runAsNonRoot != true',
    );
  });
});
