import type { Scenario, SecretFinding, SecretKind, SecretsView } from '@managed-fields/scenario';
import { encodeLink, type LinkFailure } from '@managed-fields/share-link';
import { useMemo } from 'react';
import { useAnswer } from '../../engine/use-answer.ts';
import { exampleFragment } from '../../store/link-address.ts';
import { useScenario } from '../../store/scenario-store.ts';

/** What is shared, as soon as it is known what is inside. */
export interface SharedScenario {
  /** Where looking for secrets stands; `none` for an unchanged example, whose link only names it. */
  readonly looking: 'none' | 'on' | 'done' | 'failed';
  /** What is inside; undefined before it is known. */
  readonly inside: SecretsView | undefined;
  /** What goes out, secrets replaced; undefined while that is being made. */
  readonly scenario: Scenario | undefined;
  /** Its link, without `#`, or why there is none. */
  readonly link: { readonly kind: 'link'; readonly fragment: string } | LinkFailure | undefined;
  /** The link names an example of the gallery and holds nothing of it. */
  readonly isExample: boolean;
}

/**
 * Makes what is shared of the scenario on screen, without the secrets of all groups but those that are `kept`. Where
 * nobody could look for secrets, nothing goes out unless it may `asIs`.
 */
export function useShared(kept: ReadonlySet<SecretKind>, asIs: boolean): SharedScenario {
  const { scenario, origin, touched } = useScenario();
  const example = origin.kind === 'example' && !touched ? origin.name : undefined;
  const looked = useAnswer<'secrets'>(example === undefined ? { kind: 'secrets' } : undefined);
  const inside = looked.asking ? undefined : looked.answer;
  const kinds = kindsOf(inside?.findings ?? []).filter((kind) => !kept.has(kind));
  const redacted = useAnswer<'redacted'>(kinds.length > 0 ? { kind: 'redacted', kinds } : undefined);
  const failed = looked.failure ?? redacted.failure;
  const looking =
    example !== undefined ? 'none' : failed !== undefined ? 'failed' : inside === undefined ? 'on' : 'done';
  const goesOut = outgoing();
  const link = useMemo(() => {
    if (goesOut === undefined) return undefined;
    if (example !== undefined) return { kind: 'link', fragment: exampleFragment(example, goesOut, undefined) } as const;
    return encodeLink(goesOut);
  }, [goesOut, example]);
  return { looking, inside, scenario: goesOut, link, isExample: example !== undefined };

  function outgoing(): Scenario | undefined {
    if (looking === 'none' || (looking === 'failed' && asIs)) return scenario;
    if (looking !== 'done') return undefined;
    if (kinds.length === 0) return scenario;
    return redacted.asking ? undefined : redacted.answer;
  }
}

/** The groups in which something was found that can be replaced. */
export function kindsOf(findings: readonly SecretFinding[]): readonly SecretKind[] {
  return [...new Set(findings.filter(({ left }) => left === undefined).map(({ kind }) => kind))];
}
