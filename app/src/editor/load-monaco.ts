import { wholeLanguage } from '../language/language.ts';

/** What draws a text with Monaco. */
export type MonacoPane = typeof import('./monaco-editor.tsx').MonacoEditor;

let loading: Promise<MonacoPane> | undefined;

/** Monaco and what draws with it, fetched once; after a failure the next call tries again. */
export function loadMonaco(): Promise<MonacoPane> {
  loading ??= Promise.all([import('./monaco-editor.tsx'), wholeLanguage()]).then(
    ([{ MonacoEditor }]) => MonacoEditor,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
