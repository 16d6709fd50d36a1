import { examples } from '../../core/store/example-list.ts';
import { openDialog } from '../../core/ui/open-dialog.ts';
import { words } from '../../core/words/language.ts';
import { StartList } from '../help/start-list.tsx';
import { walkThrough } from './open-example.ts';
import './gallery.css';

/** The examples for a first visit, one for each kind of question. */
const first: readonly string[] = [
  'first-configmap',
  'conflict-three-ways',
  'hpa-handover',
  'migrate-to-server-side',
  'restarted-at',
  'foo-topology',
];

/** The text of an empty page: what to paste, how to get it, and examples to step through. */
export function Welcome() {
  return (
    <div className="welcome">
      <h3>{words.gallery.welcome}</h3>
      <p>{words.gallery.welcomeText}</p>
      <p className="welcome-label">{words.gallery.begin}</p>
      <StartList without="example" />
      <p className="welcome-label">{words.gallery.welcomeExamples}</p>
      <ul>
        {first
          .flatMap((wanted) => examples.find(({ name }) => name === wanted) ?? [])
          .map(({ name, title, steps }) => (
            <li key={name}>
              <button type="button" className="welcome-example" onClick={() => void walkThrough(name)}>
                <span>{title === '' ? name : title}</span>
                <small>{words.counting.countOf(steps, 'step')}</small>
              </button>
            </li>
          ))}
      </ul>
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openDialog('gallery')}>
        {words.gallery.welcomeAll({ count: examples.length })}
      </button>
    </div>
  );
}
