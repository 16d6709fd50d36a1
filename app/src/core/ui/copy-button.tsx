import { useState } from 'react';
import { words } from '../words/language.ts';

/** A button that copies a text and says so. Without access to the clipboard it does nothing. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" className="btn btn-small" onClick={copy}>
      {copied ? words.page.copiedText : label}
    </button>
  );
}

/** A command with a button that copies it. */
export function Command({ command }: { readonly command: string }) {
  return (
    <p className="command">
      <code>{command}</code>
      <CopyButton text={command} label={words.page.copy} />
    </p>
  );
}
