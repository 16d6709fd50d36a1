import type { LinkFailure } from '@managed-fields/share-link';
import type { links as english } from '../english/links.ts';
import { bytesOf } from './counting.ts';

/** Links to share, and links that cannot be opened. */
export const links: typeof english = {
  share: 'Поділитися',
  copied: 'Скопійовано ✓',
  copyLinkText: 'Копіювати текст посилання',
  linkSentence,
  unshareableSentence,
};

/** Says why a link could not be opened, and what can be done. */
function linkSentence({ code, length, limit, version, codec }: LinkFailure): string {
  switch (code) {
    case 'cut-off':
      return 'Посилання обрізане: бракує кінця. Попросіть надіслати його ще раз — файлом або в повідомленні, що не обрізає довгих посилань.';
    case 'altered':
      return 'Посилання змінилося дорогою: контрольна сума не збігається. Попросіть надіслати його ще раз.';
    case 'too-long':
      return `Посилання задовге: символів — ${length ?? 'забагато'}, а читаємо щонайбільше ${limit ?? 65536}. Попросіть сценарій файлом.`;
    case 'too-large':
      return `Вміст посилання завеликий, щоб його відкрити${limit === undefined ? '' : ` (понад ${bytesOf(limit)})`}. Попросіть менший сценарій.`;
    case 'newer-version':
      return `Посилання створено новішою версією цієї сторінки${version === undefined ? '' : ` (формат ${version})`}. Перезавантажте сторінку, щоб її отримати.`;
    case 'unknown-codec':
      return `Посилання запаковане способом, якого ця версія не знає (${codec ?? '?'}). Перезавантажте сторінку, щоб отримати найновішу.`;
    case 'not-a-scenario':
      return 'Посилання ціле, але в ньому не сценарій. Виправити може той, хто його створив; скопіюйте текст, щоб показати, що надійшло.';
    case 'not-a-link':
      return 'У цій адресі немає сценарію: те, що стоїть після #, — не наше посилання. Порівняйте його з повідомленням, у якому воно надійшло.';
  }
}

/** Says why a scenario cannot be put into a link. */
function unshareableSentence({ code, length, limit }: LinkFailure): string {
  switch (code) {
    case 'too-long':
      return `Завелике для посилання: потрібно символів — ${length ?? 'більше'}, а вміщується щонайбільше ${limit ?? 65536}. Чернетку збережено в цьому браузері.`;
    case 'too-large':
      return `Завелике для посилання${limit === undefined ? '' : ` (понад ${bytesOf(limit)})`}. Чернетку збережено в цьому браузері.`;
    default:
      return 'Цей сценарій не можна помістити в посилання.';
  }
}
