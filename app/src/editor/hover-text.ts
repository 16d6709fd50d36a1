import type { IMarkdownString } from 'monaco-editor/editor';

/** Text for a hover of Monaco; nothing in it can become markup, a link or a command. */
export function hoverText(text: string): IMarkdownString {
  return {
    value: text.replace(/[\\`*_{}[\]()#+\-.!|<>&~$@:]/g, '\\$&').replaceAll('\n', '  \n'),
    isTrusted: false,
    supportHtml: false,
  };
}
