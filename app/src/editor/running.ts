import type { editor } from 'monaco-editor/editor';
import type { loadMonaco } from './load-monaco.ts';

/** An editor that is there, with the module that made it and all that is drawn in it. */
export interface Running {
  readonly monaco: Awaited<ReturnType<typeof loadMonaco>>;
  readonly editor: editor.IStandaloneCodeEditor;
  readonly collection: editor.IEditorDecorationsCollection;
}
