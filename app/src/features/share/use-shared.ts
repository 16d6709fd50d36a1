import type { SecretFinding, SecretKind, SecretsView } from '@managed-fields/redact';
import type { Scenario } from '@managed-fields/scenario';
import { encodeLesson, encodeLink, type LinkFailure } from '@managed-fields/share-link';
import { useMemo } from 'react';
import { create } from 'zustand';
import { useAnswer } from '../../core/engine/use-answer.ts';
import { exampleFragment } from '../../core/store/link-address.ts';
import { useScenario } from '../../core/store/scenario-store.ts';

/** What is shared, as far as it is known yet. */
export interface SharedScenario {
  /** The state of the search for secrets; `none` for an unchanged example, whose link only names it. */
  readonly looking: 'none' | 'on' | 'done' | 'failed';
  /** What was found; undefined before it is known. */
  readonly inside: SecretsView | undefined;
  /** The scenario with its secrets replaced; undefined while it is being made. */
  readonly scenario: Scenario | undefined;
  /** The fragment of its link, without `#`, or why there is none. */
  readonly link: { readonly kind: 'link'; readonly fragment: string } | LinkFailure | undefined;
  /** The link names an example of the gallery or a lesson, and holds nothing of it. */
  readonly isExample: boolean;
}

/**
 * Makes what is shared of the scenario on screen. Replaces the secrets of all groups but those in `kept`, and leaves what
 * the reader said is plain. Where secrets
 * could not be looked for, it shares nothing unless `asIs` is set.
 */
export function useShared(kept: ReadonlySet<SecretKind>, asIs: boolean): SharedScenario {
  const { scenario, origin, touched } = useScenario();
  const example = 'name' in origin && !touched ? origin.name : undefined;
  const looked = useAnswer<'secrets'>(example === undefined ? { kind: 'secrets' } : undefined);
  const inside = looked.asking ? undefined : looked.answer;
  const plain = usePlainValues((state) => state.plain);
  const asked = (inside?.findings ?? []).filter(({ value }) => !plain.includes(value));
  const kinds = kindsOf(asked).filter((kind) => !kept.has(kind));
  const redacted = useAnswer<'redacted'>(kinds.length > 0 ? { kind: 'redacted', kinds, plain } : undefined);
  const failed = looked.failure ?? redacted.failure;
  const looking =
    example !== undefined ? 'none' : failed !== undefined ? 'failed' : inside === undefined ? 'on' : 'done';
  const goesOut = outgoing();
  const isLesson = origin.kind === 'lesson';
  const link = useMemo(() => {
    if (goesOut === undefined) return undefined;
    if (example === undefined) return encodeLink(goesOut);
    const fragment = isLesson ? encodeLesson(example) : exampleFragment(example, goesOut, undefined);
    return { kind: 'link', fragment } as const;
  }, [goesOut, example, isLesson]);
  return { looking, inside, scenario: goesOut, link, isExample: example !== undefined };

  function outgoing(): Scenario | undefined {
    if (looking === 'none' || (looking === 'failed' && asIs)) return scenario;
    if (looking !== 'done') return undefined;
    if (kinds.length === 0) return scenario;
    return redacted.asking ? undefined : redacted.answer;
  }
}

/** Returns the groups that have a finding which can be replaced. */
export function kindsOf(findings: readonly SecretFinding[]): readonly SecretKind[] {
  return [...new Set(findings.filter(({ left }) => left === undefined).map(({ kind }) => kind))];
}

/**
 * The values that the reader said are no secrets, as hashes (`SecretFinding.value`). They count for this tab until it is
 * closed, and are stored nowhere.
 */
export const usePlainValues = create<{ readonly plain: readonly string[] }>(() => ({ plain: [] }));

/** Says of a value whether it is plain. */
export function setPlain(value: string, isPlain: boolean): void {
  const others = usePlainValues.getState().plain.filter((each) => each !== value);
  usePlainValues.setState({ plain: isPlain ? [...others, value] : others });
}
