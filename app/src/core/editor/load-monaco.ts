import { fetchCode } from '../code/fetch-code.ts';

/** What draws a text with Monaco. */
export type MonacoPane = typeof import('./monaco-editor.tsx').MonacoEditor;

const load = () => import('./monaco-editor.tsx');

/** Monaco and what draws with it; after a failure the next call tries again, when the reader has acted. */
export async function loadMonaco(): Promise<MonacoPane> {
  return (await fetchCode(load)).MonacoEditor;
}
