import type { Notice } from '@managed-fields/scenario';
import { noticeSentence } from '../view/sentences.ts';
import { words } from '../view/words.ts';
import { CopyButton } from './banners.tsx';

/** What the page cannot know here, or what the object lacks, with the command that brings it. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="notices">
      {notices.map((notice) => (
        <div
          key={`${notice.code} ${JSON.stringify(notice.data)}`}
          className={notice.code === 'no-managed-fields' ? 'notice notice-act' : 'notice'}
          role="note"
        >
          <p>{noticeSentence(notice)}</p>
          {notice.code === 'no-managed-fields' && <Command command={notice.data['command'] ?? words.command} />}
        </div>
      ))}
    </div>
  );
}

/** A command to copy. */
export function Command({ command }: { readonly command: string }) {
  return (
    <p className="command">
      <code>{command}</code>
      <CopyButton text={command} label={words.copy} />
    </p>
  );
}
