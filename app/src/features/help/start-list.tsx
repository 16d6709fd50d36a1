import { CopyButton } from '../../core/ui/copy-button.tsx';
import { words } from '../../core/words/language.ts';
import { type StartId, starts } from './starts.ts';
import './help.css';

/** What one can bring, each as a button that opens what takes it, with the command that prints it; `without` stands elsewhere. */
export function StartList({ without }: { readonly without?: StartId }) {
  const said = words.gallery.starts;
  return (
    <ul className="starts">
      {starts
        .filter(({ id }) => id !== without)
        .map(({ id, command, reads, run }) => (
          <li key={id} className="start">
            <button type="button" {...(reads === true ? {} : { 'aria-haspopup': 'dialog' as const })} onClick={run}>
              <b>{said[id].title}</b>
              <span>{said[id].text}</span>
            </button>
            {command !== undefined && (
              <div className="start-command">
                <code>{command}</code>
                <CopyButton text={command} label={words.page.copy} />
              </div>
            )}
          </li>
        ))}
    </ul>
  );
}
