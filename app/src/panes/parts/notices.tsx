import type { Notice } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';
import { CopyButton } from './copy-button.tsx';

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
          <p>{words.result.noticeSentence(notice)}</p>
          {notice.code === 'no-managed-fields' && <Command command={notice.data['command'] ?? words.gallery.command} />}
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
      <CopyButton text={command} label={words.page.copy} />
    </p>
  );
}
