/**
 * How a text that somebody else wrote, such as a name, a value or a message, is written in each format. Whoever makes a
 * file, prints or copies a text goes through here; `conformance/foreign-text` holds every writer to it.
 */
export { byteOrderMark, csvText } from './csv.ts';
export { fileName } from './file-name.ts';
export { fileUri } from './file-uri.ts';
export { hasHidden } from './hidden.ts';
export { htmlExact, htmlInMarkdown, htmlText } from './html.ts';
export { jsonText } from './json.ts';
export { markdownCode, markdownFence, markdownTable, markdownText } from './markdown.ts';
export { hereDocument, shellComment, shellLines } from './shell-text.ts';
export { shellWord } from './shell-word.ts';
export { terminalLine, terminalText } from './terminal.ts';
export { type VisiblePart, visibleLine, visibleParts, visibleText } from './visible.ts';
