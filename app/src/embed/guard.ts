import { blocked as chinese } from '../core/words/chinese/embed.ts';
import { languageFor } from '../core/words/codes.ts';
import { blocked as english } from '../core/words/english/embed.ts';
import { blocked as ukrainian } from '../core/words/ukrainian/embed.ts';

// A classic script, which a browser fetches for every frame. A frame without an origin of its own gets modules only from
// a server that allows other origins; where it gets none, it must not stay empty without a word.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const asked = new URLSearchParams(location.search).get('lang');
    const sentence = { en: english, uk: ukrainian, 'zh-CN': chinese }[
      languageFor(asked ? [asked] : navigator.languages)
    ];
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.textContent = sentence;
    document.getElementById('embed')?.replaceChildren(line);
  },
  true,
);
