import { framed as chinese } from './language/chinese/framed.ts';
import { languageFor } from './language/codes.ts';
import { framed as english } from './language/english/framed.ts';
import { framed as ukrainian } from './language/ukrainian/framed.ts';

// A classic script, so that it speaks also where a frame without an origin gets no modules. Around a frame anybody may lay
// what leads a hand astray, so inside of one the page shows no draft and does nothing: a link opens it by itself.
if (window.parent !== window) showLink();

function showLink(): void {
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
  document.getElementById('root')?.replaceChildren(line);
}
