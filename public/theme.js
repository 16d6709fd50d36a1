// Before the first paint: the fragment, where it was sent as a part of the query; the remembered theme, and what an
// example shows.
const [query, fragment] = location.search.split(/%23(.*)/i);
if (fragment !== undefined && location.hash === '') {
  history.replaceState(history.state, '', `${location.pathname}${query}#${fragment.replaceAll(/%2f/gi, '/')}`);
}

// The front's token goes from the address into this tab before anything else runs.
const takeToken = () => {
  if (!location.hash.startsWith('#t/')) return false;
  const [, token] = /^#t\/([\da-f]{64})$/.exec(location.hash) ?? [];
  history.replaceState(null, '', location.pathname + location.search);
  try {
    if (token !== undefined) sessionStorage.setItem('managed-fields.token', token);
  } catch {
    globalThis.managedFieldsToken = token;
  }
  return true;
};
takeToken();
addEventListener('hashchange', (event) => {
  if (!takeToken()) return;
  event.stopImmediatePropagation();
  location.reload();
});

// Files that are dropped before the page's code is there wait for it. Else the browser would leave the page for them.
if (window.parent === window) {
  const dropped = [];
  const keep = (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type !== 'drop') return;
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    dropped.push({ files: [...event.dataTransfer.files], entries });
  };
  addEventListener('dragover', keep);
  addEventListener('drop', keep);
  globalThis.managedFieldsDropped = dropped;
}

const { dataset } = document.documentElement;
if (matchMedia('(prefers-contrast: more)').matches) dataset.contrast = 'more';
let preferences = {};
try {
  preferences = JSON.parse(localStorage.getItem('managed-fields.preferences')) ?? {};
} catch {
  // No storage.
}
const { theme, contrast, language = 'system' } = preferences;
if (theme === 'light' || theme === 'dark') dataset.theme = theme;
if (contrast === 'more') dataset.contrast = contrast;

const [, example, place = '1'] = /^#x\/([a-z0-9-]+)(?:@(\d+))?$/.exec(location.hash) ?? [];
if (example !== undefined) {
  const asked = new URLSearchParams(location.search).get('lang');
  const wanted = asked !== null ? [asked] : language === 'system' ? navigator.languages : [language];
  const told = { en: '', uk: 'uk/', zh: 'zh-CN/' };
  const primary = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => Object.hasOwn(told, tag)) ?? 'en';
  for (const href of [`./examples/${told[primary]}${example}.json`, `./views/${example}/${place}.json`]) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }),
    );
  }
}
