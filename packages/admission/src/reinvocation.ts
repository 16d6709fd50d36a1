import type { AdmissionPass } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';

/**
 * What a plugin that asks others remembers between its two runs for a request, by the keys of those that it asked.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/reinvocationcontext.go policyReinvokeContext,
 * plugin/webhook/mutating/reinvocationcontext.go webhookReinvokeContext.
 */
export interface Reinvocation {
  lastOutput: ValueMap | undefined;
  readonly invoked: Set<string>;
  readonly again: Set<string>;
}

/** What a plugin remembers of a request; nothing yet where it runs for the first time. */
export function reinvocationOf({ memory }: AdmissionPass, plugin: string): Reinvocation {
  const known = memory.get(plugin) as Reinvocation | undefined;
  const own = known ?? { lastOutput: undefined, invoked: new Set(), again: new Set() };
  memory.set(plugin, own);
  return own;
}

/** Lets all that ran run again which allow it. Upstream: RequireReinvokingPreviouslyInvokedPlugins. */
export function requireAgain({ invoked, again }: Reinvocation): void {
  for (const key of invoked) again.add(key);
  invoked.clear();
}
