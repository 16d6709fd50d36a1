import { guard } from '@managed-fields/words/messages/all';
import { languageFor } from '../core/words/codes.ts';

// A classic script, which a browser fetches for every frame. A frame without an origin of its own gets modules only from
// a server that allows other origins; where it gets none, it must not stay empty without a word.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const asked = new URLSearchParams(location.search).get('lang');
    const { blocked } = guard[languageFor(asked ? [asked] : navigator.languages)];
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.textContent = blocked;
    document.getElementById('embed')?.replaceChildren(line);
  },
  true,
);
