// `embed.js`: for `<script src="…/embed.js">`, with or without type=module.
import { definePlayground } from './define.ts';

if (globalThis.document !== undefined) {
  // A module has no current script; then it is known by its name.
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  if (script instanceof HTMLScriptElement) definePlayground(new URL('.', script.src).href);
}
