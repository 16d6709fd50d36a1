import { openExample } from '../store/address.ts';
import { examples } from '../store/examples.ts';
import { countOf } from '../view/sentences.ts';
import { words } from '../view/words.ts';
import { Command } from './notices.tsx';

/** What an empty page says: what to paste, how to get it, and examples to step through. */
export function Welcome() {
  return (
    <div className="welcome">
      <h3>{words.welcome}</h3>
      <p>{words.welcomeText}</p>
      <p className="welcome-label">{words.welcomeCommand}</p>
      <Command command={words.command} />
      <p className="welcome-label">{words.welcomeExamples}</p>
      <ul>
        {examples.map(({ name, title, about, steps }) => (
          <li key={name}>
            <button type="button" className="welcome-example" onClick={() => void openExample(name)}>
              <b>{title === '' ? name : title}</b>
              <span>{about}</span>
              <small>{countOf(steps, 'step')}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
