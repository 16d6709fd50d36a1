import type { Notice } from '@managed-fields/player';
import { addStep, nextStepId } from '@managed-fields/scenario';
import { edit, useScenario } from '../store/scenario-store.ts';
import { words } from '../words/language.ts';
import { CopyButton } from './copy-button.tsx';

/** Says what the page cannot know about an object, or what the object lacks, with the command that gets it. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="notices">
      {notices.map((notice) => (
        <div
          key={`${notice.code} ${JSON.stringify(notice.data)}`}
          className={notice.data['command'] === undefined ? 'notice' : 'notice notice-act'}
          role="note"
        >
          <p>{words.result.noticeSentence(notice)}</p>
          {notice.data['command'] !== undefined && <Command command={notice.data['command']} />}
          {notice.code === 'deduced-schema' && (
            <button type="button" className="btn btn-small" onClick={putDefinitionFirst}>
              {words.result.putDefinition}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

/** Adds an empty step for a definition before all others and selects it, so that a definition can be pasted there. */
function putDefinitionFirst(): void {
  const { scenario } = useScenario.getState();
  edit((current) => addStep(current, { kind: 'crd', text: '' }, 0), { select: nextStepId(scenario) });
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
