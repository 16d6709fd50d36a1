import type { editor } from 'monaco-editor/editor';

/** An editor that is there, with the module that made it and all that is drawn in it. */
export interface Running {
  readonly monaco: typeof import('./monaco.ts');
  readonly editor: editor.IStandaloneCodeEditor;
  readonly collection: editor.IEditorDecorationsCollection;
}
