import { framed as chinese } from './core/words/chinese/framed.ts';
import { languageFor } from './core/words/codes.ts';
import { framed as english } from './core/words/english/framed.ts';
import { framed as ukrainian } from './core/words/ukrainian/framed.ts';

/**
 * What the page shows inside a frame: a link that opens it by itself. Around a frame anybody may lay what leads a hand
 * astray, so no draft is shown there.
 */
export function showLink(place: HTMLElement): void {
  const asked = new URLSearchParams(location.search).get('lang');
  const code = languageFor(asked ? [asked] : navigator.languages);
  const words = { en: english, uk: ukrainian, 'zh-CN': chinese }[code];
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
