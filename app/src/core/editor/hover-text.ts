import { markdownText } from '@managed-fields/foreign-text';
import type { IMarkdownString } from 'monaco-editor/editor';

/** Text for a hover of Monaco; nothing in it can become markup, a link or a command. */
export function hoverText(text: string): IMarkdownString {
  return {
    value: text.split('\n').map(markdownText).join('  \n'),
    isTrusted: false,
    supportHtml: false,
  };
}
