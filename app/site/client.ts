// The one script of the documentation: its search, and pages that are kept for when there is no network.
import MiniSearch from 'minisearch';
import { type Place, searchOptions } from './search-terms.ts';

const mostFound = 20;

/** How many characters are searched for: who pastes a whole log looks for what it begins with. */
const mostAsked = 1000;

for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) search(form);
addEventListener('load', () => {
  if (navigator.serviceWorker?.controller) setTimeout(keepPages, 5000);
});

/** Searches as one types. The index is fetched when somebody turns to the field. */
function search(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const found = form.querySelector<HTMLElement>('.found');
  if (input === null || found === null) return;
  const { index = '', root = '', none = '', failed = '' } = form.dataset;
  let loaded: Promise<MiniSearch<Place>> | undefined;
  const load = () => {
    loaded ??= fetch(index)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
      .then((json) => MiniSearch.loadJSONAsync(json, searchOptions));
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  const show = async () => {
    const asked = input.value.trim().slice(0, mostAsked);
    const answer =
      asked === ''
        ? []
        : await load().then(
            (made) => everyWordOrSome(made, asked),
            () => undefined,
          );
    // What was typed meanwhile is answered by its own call.
    if (input.value.trim().slice(0, mostAsked) !== asked) return;
    found.hidden = asked === '';
    const places = answer?.slice(0, mostFound) ?? [];
    found.replaceChildren(...places.map((place) => linkTo(place, root)));
    if (places.length === 0)
      found.append(Object.assign(document.createElement('p'), { textContent: answer ? none : failed }));
  };
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    const links = [...found.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : input }[event.key];
    if (event.key === 'Escape') {
      found.hidden = true;
      input.focus();
    }
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (!form.contains(target as Node)) found.hidden = true;
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return;
    event.preventDefault();
    input.focus();
  });
}

/** What has all the words, and below it, as far as there is room, what has some. */
function everyWordOrSome(made: MiniSearch<Place>, asked: string) {
  const all = made.search(asked);
  if (all.length >= mostFound) return all;
  const places = new Set(all.map(({ id }) => id));
  return [...all, ...made.search(asked, { combineWith: 'OR' }).filter(({ id }) => !places.has(id))];
}

function linkTo({ at, page, heading }: Readonly<Record<string, unknown>>, root: string): HTMLElement {
  const link = document.createElement('a');
  link.href = `${root}/${String(at)}`;
  const name = document.createElement('b');
  name.textContent = String(page);
  link.append(name);
  if (heading !== '' && heading !== page) link.append(` › ${String(heading)}`);
  return link;
}

/** Asks for the pages of this language, which the service worker then keeps. */
async function keepPages(): Promise<void> {
  const { lang } = document.documentElement;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map(({ href }) => href);
  const index = document.querySelector<HTMLFormElement>('form.search')?.dataset['index'];
  for (const address of [...(index === undefined ? [] : [index]), ...links]) {
    if (!navigator.onLine || document.documentElement.lang !== lang) return;
    await fetch(address).catch(() => undefined);
  }
}
