import { words } from '../../language/language.ts';
import { openExample } from '../../store/address.ts';
import { examples } from '../../store/examples.ts';
import { Command } from '../parts/notices.tsx';

/** What an empty page says: what to paste, how to get it, and examples to step through. */
export function Welcome() {
  return (
    <div className="welcome">
      <h3>{words.gallery.welcome}</h3>
      <p>{words.gallery.welcomeText}</p>
      <p className="welcome-label">{words.gallery.welcomeCommand}</p>
      <Command command={words.gallery.command} />
      <p className="welcome-label">{words.gallery.welcomeExamples}</p>
      <ul>
        {examples.map(({ name, title, about, steps }) => (
          <li key={name}>
            <button type="button" className="welcome-example" onClick={() => void openExample(name)}>
              <b>{title === '' ? name : title}</b>
              <span>{about}</span>
              <small>{words.counting.countOf(steps, 'step')}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
