import { fetchCode } from '../code/fetch-code.ts';

/** What draws a text with Monaco. */
export type MonacoPane = typeof import('./monaco-editor.tsx').MonacoEditor;

const load = () => import('./monaco-editor.tsx');

let loading: Promise<MonacoPane> | undefined;

/** Monaco and what draws with it, fetched once; after a failure the next call tries again, when the reader has acted. */
export function loadMonaco(): Promise<MonacoPane> {
  loading ??= fetchCode(load).then(
    ({ MonacoEditor }) => MonacoEditor,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
