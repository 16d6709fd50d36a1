import type { page as english, offline as englishOffline } from '../english/page.ts';

/** The frame of the page. */
export const page: typeof english = {
  title: 'managedFields playground',
  titleShort: 'managedFields',
  commands: 'Команди',
  kubernetesVersion: 'Версія Kubernetes',
  playedOn: (version) => `Kubernetes ${version}`,
  skip: 'Перейти до результату',
  theme: 'Тема',
  tabs: { steps: 'Кроки', step: 'Крок', result: 'Результат' },
  themes: { system: 'Системна', light: 'Світла', dark: 'Темна' },
  contrast: 'Високий контраст',
  language: 'Мова',
  languageSystem: 'Мова браузера',
  languageNames: { en: 'English', uk: 'Українська', 'zh-CN': '简体中文' },
  settings: 'Вигляд і довідка',
  menu: 'Меню',
  help: 'Довідка',
  copy: 'Копіювати',
  copiedText: 'Скопійовано',
  close: 'Закрити',
  dismiss: 'Сховати',
  undo: 'Скасувати',
  redo: 'Повторити',
  privacy: 'Дані не полишають сторінки',
  privacyCluster: 'Надсилає лише вашому кластеру',
  inPage: 'Цей браузер блокує вебворкери, тож рушій працює на самій сторінці.',
  details: 'Подробиці',
  crashed: 'Сторінка дала збій',
  crashedText: 'Це наша помилка. Вашу чернетку збережено в цьому браузері та в адресі.',
  missing:
    'Частину сторінки не вдалося завантажити, хоча її запитано двічі. Усе інше працює далі; після перезавантаження її буде запитано знову.',
  deployed:
    'Розгорнуто новішу версію цієї сторінки, і частини відкритої вже немає. Перезавантажте її: написане вами збережено.',
  reload: 'Перезавантажити',
  tryAgain: 'Спробувати ще раз',
  hung: 'Рушій не відповів за десять секунд, і його зупинено.',
  broke: 'Рушій дав збій. Це наша помилка.',
  working: 'Обчислюємо…',
  resizeSteps: 'Ширина списку кроків',
  resizeResult: 'Ширина результату',
  resizeBeside: 'Ширина об’єкта з кластера',
  resizeStepList: 'Висота списку кроків',
};

/** Versions of the page. */
export const offline: typeof englishOffline = {
  newVersion: 'Є нова версія сторінки. Ваша чернетка залишиться.',
};
