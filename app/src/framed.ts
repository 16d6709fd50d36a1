import { framed } from '@managed-fields/words/messages/all';
import { languageFor } from './core/words/codes.ts';

/**
 * What the page shows inside a frame: a link that opens it by itself. Around a frame anybody may lay what leads a hand
 * astray, so no draft is shown there.
 */
export function showLink(place: HTMLElement): void {
  const asked = new URLSearchParams(location.search).get('lang');
  const code = languageFor(asked ? [asked] : navigator.languages);
  const words = framed[code];
  const link = Object.assign(document.createElement('a'), {
    target: '_blank',
    rel: 'noopener',
    textContent: words.open,
  });
  const follow = () => {
    link.href = location.href;
  };
  follow();
  addEventListener('hashchange', follow);
  const line = document.createElement('p');
  line.style.padding = '12px 16px';
  line.append(words.notHere, ' ', link);
  document.documentElement.lang = code;
  place.replaceChildren(line);
}
