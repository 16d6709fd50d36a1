import type { ITrustedTypePolicy, ITrustedTypePolicyOptions } from 'monaco-editor/editor';
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url';
import { ownScript } from '../code/own-script.ts';

// Read by Monaco while its modules load, so this one is imported before them.

interface TrustedTypes {
  createPolicy(name: string, rules: ITrustedTypePolicyOptions): ITrustedTypePolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** All of Monaco's policies for HTML pass on what it escaped itself, so one stands for all. */
let policy: ITrustedTypePolicy | undefined;

self.MonacoEnvironment = {
  getWorker: () => new Worker(ownScript(editorWorker), { type: 'module', name: 'editor' }),
  createTrustedTypesPolicy: (_, rules) => {
    // Its policies for scripts pass on any address; the one worker comes from here.
    if (rules?.createHTML === undefined) return undefined;
    policy ??= trustedTypes?.createPolicy('monaco', { createHTML: rules.createHTML });
    return policy;
  },
};
