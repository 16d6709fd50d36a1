/** The frame of the page. */
export const page = {
  title: 'managedFields playground',
  titleShort: 'managedFields',
  commands: 'Commands',
  kubernetesVersion: 'Kubernetes version',
  playedOn: (version: string) => `Kubernetes ${version}`,
  skip: 'Skip to the result',
  theme: 'Theme',
  tabs: { steps: 'Steps', step: 'Step', result: 'Result' },
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  contrast: 'High contrast',
  language: 'Language',
  languageSystem: 'Browser language',
  languageNames: { en: 'English', uk: 'Українська', 'zh-CN': '简体中文' },
  settings: 'Appearance and help',
  menu: 'Menu',
  help: 'Help',
  copy: 'Copy',
  copiedText: 'Copied',
  close: 'Close',
  dismiss: 'Dismiss',
  undo: 'Undo',
  redo: 'Redo',
  privacy: 'Nothing leaves this page',
  privacyCluster: 'Sends to your cluster only',
  inPage: 'Workers are blocked in this browser; the engine runs in the page.',
  details: 'Details',
  crashed: 'The page failed',
  crashedText: 'This is a bug of the playground. Your draft is kept in this browser and in the address.',
  missing:
    'A part of the page could not be fetched, though it was asked for twice. Everything else goes on; a reload asks again.',
  deployed:
    'A newer version of this page was deployed, and a part of the one that is open is gone. Reload it: what you wrote is kept.',
  reload: 'Reload',
  tryAgain: 'Try again',
  hung: 'The engine did not answer within ten seconds and was stopped.',
  broke: 'The engine failed. This is a bug of the playground.',
  working: 'Computing…',
  resizeSteps: 'Width of the steps',
  resizeResult: 'Width of the result',
  resizeBeside: 'Width of the live object',
  resizeStepList: 'Height of the steps',
};

/** Versions of the page. */
export const offline = {
  newVersion: 'A new version of the playground is there. Your draft stays.',
};
