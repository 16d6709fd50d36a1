import { secretKinds } from '@managed-fields/redact';
import { plainForm, type Scenario } from '@managed-fields/scenario';
import { fetchTwice } from '../core/code/fetch-twice.ts';
import type { Origin } from './content.ts';
import { ask } from './engine.ts';

/** A link to what a frame shows: its fragment, without `#`, and whether something was left out of it. */
export interface FrameLink {
  readonly fragment: string;
  readonly redacted: boolean;
}

/**
 * Makes a link to what a frame shows, or says why there is none. What came by a link or from the gallery and is unchanged
 * goes as it came; of all else what looks secret is replaced, and where nobody could look for secrets there is no link.
 */
export async function linkOf(content: {
  readonly scenario: Scenario;
  readonly origin: Origin;
  readonly before: Scenario;
}): Promise<FrameLink | 'unchecked' | 'too-large'> {
  const { scenario, origin, before } = content;
  const isAsCame = scenario === before && origin.kind !== 'given';
  if (isAsCame && origin.kind === 'link') return { fragment: origin.fragment, redacted: false };
  const ended = isAsCame
    ? ({ kind: 'done', value: scenario } as const)
    : await ask(scenario, { kind: 'redacted', kinds: secretKinds });
  if (ended.kind === 'failed') return 'unchecked';
  try {
    const { encodeLink } = await fetchTwice(() => import('@managed-fields/share-link/encode'));
    const link = encodeLink(ended.value);
    if (link.kind !== 'link') return 'too-large';
    const redacted = JSON.stringify(plainForm(ended.value)) !== JSON.stringify(plainForm(scenario));
    return { fragment: link.fragment, redacted };
  } catch {
    return 'unchecked';
  }
}
