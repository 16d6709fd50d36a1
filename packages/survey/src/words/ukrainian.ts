import { ofFields, ukrainian as rendering } from '@managed-fields/rendering';
import { type FindingWords, factOf, namesOf } from './words.ts';

const { countOf, listOf, bytesOf } = rendering.counting;

/** Що кажуть про знахідки. What is said of findings, in Ukrainian. */
export const ukrainian: FindingWords = {
  severities: { error: 'Помилка', warning: 'Попередження', note: 'Примітка' },
  rules: {
    'leftover-client-side-apply': {
      title: 'Запис, що лишився від Client-Side Apply',
      sentence: (finding) =>
        `${factOf(finding, 'manager')} (Update) досі має ${countOf(finding.fieldCount, 'field')} об’єкта, який тепер застосовує на боці сервера ${listOf(namesOf(finding, 'appliers'))}.`,
      why: 'Застосування видаляє поле, лише якщо ним не володіє ніхто інший. Те, що зникло з маніфесту, лишається в кластері, а змінене значення конфліктує зі старим записом.',
      todo: 'Передайте поля старого запису тому, хто застосовує, як це робить kubectl під час міграції, і застосуйте маніфест ще раз.',
    },
    'last-applied-differs': {
      title: 'last-applied розходиться з об’єктом',
      sentence: (finding) => {
        if (factOf(finding, 'unreadable') !== '') return 'Анотація last-applied — не JSON, який можна прочитати.';
        const [field, live] = [factOf(finding, 'field'), factOf(finding, 'live')];
        const declared = `last-applied оголошує ${field} як ${factOf(finding, 'declared')}`;
        const more = finding.fieldCount > 1 ? `; розходиться ще ${countOf(finding.fieldCount - 1, 'field')}` : '';
        return live === ''
          ? `${declared}, а в об’єкті його немає${more}.`
          : `${declared}, а в об’єкті — ${live}${more}.`;
      },
      why: 'За цією анотацією Client-Side Apply обчислює свій патч. Наступний kubectl apply поверне ці значення й видалить те, що оголошує лише стара анотація.',
      todo: 'Внесіть поточні значення в маніфест або дозвольте наступному застосуванню їх повернути. Якщо об’єкт уже застосовують на боці сервера, видаліть анотацію.',
    },
    'before-first-apply': {
      title: 'Поля, якими володіє before-first-apply',
      sentence: (finding) =>
        `За before-first-apply числиться ${countOf(finding.fieldCount, 'field')}. Це не програма: коли об’єкт уперше застосували, managedFields у нього не було.`,
      why: 'Цей запис ніколи нічого не відпускає. Те, що зникло з маніфесту, лишається в кластері, а змінене значення конфліктує з before-first-apply.',
      todo: 'Застосуйте один раз примусово все, чим має володіти маніфест, а тоді видаліть цей запис.',
    },
    'apply-and-update': {
      title: 'Один менеджер через Apply і через Update',
      sentence: (finding) =>
        `${factOf(finding, 'manager')} є в managedFields і з Apply, і з Update; запис Update має ${countOf(finding.fieldCount, 'field')}.`,
      why: 'Для сервера це два менеджери. Менеджер конфліктує з власним минулим, а те, чого він більше не застосовує, лишається.',
      todo: 'Об’єднайте запис Update із записом Apply і застосуйте ще раз.',
    },
    'replicas-under-autoscaler': {
      title: 'Кількість реплік застосовують попри автомасштабування',
      sentence: (finding) =>
        factOf(finding, 'declared') === ''
          ? `${listOf(namesOf(finding))} застосовує .spec.replicas, а це поле задає ${factOf(finding, 'autoscaler')}.`
          : `last-applied оголошує .spec.replicas, а це поле задає ${factOf(finding, 'autoscaler')}.`,
      why: 'Кожне застосування повертає кількість реплік або закінчується конфліктом, а автомасштабування змінює її знову.',
      todo: 'Приберіть replicas з маніфесту, але спершу передайте поле: коли його відпускає єдиний власник, сервер ставить 1.',
    },
    'rewritten-field': {
      title: 'Менеджери, що переписують одне поле',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} по черзі задають ${factOf(finding, 'field')}: змін власника між знімками — ${factOf(finding, 'times')}.`,
      why: 'Жоден із них ніколи не переможе. Кожен запис наново запускає розгортання, вебхуки й узгодження.',
      todo: 'Вирішіть, чиє це поле, і приберіть його з конфігурації іншого.',
    },
    'zero-values-owned': {
      title: 'Володіє полями, яких не задавав',
      sentence: (finding) =>
        factOf(finding, 'how') === 'back'
          ? `${factOf(finding, 'manager')} має ${countOf(finding.fieldCount, 'field')}, які заповнює сервер: він надіслав назад увесь прочитаний об’єкт.`
          : `${factOf(finding, 'manager')} має ${countOf(finding.fieldCount, 'field')}, яких, схоже, ніколи не задавав: нульові значення й порожні структури Go.`,
      why: 'Хто захоче задати одне з цих полів, отримає конфлікт, а примусово цей менеджер перепише його значенням, якого ніхто не мав на думці.',
      todo: 'Надсилайте лише те, що хочете задати: у Go — типами з applyconfigurations, деінде — без полів, прочитаних із сервера.',
    },
    'shared-atomic-field': {
      title: 'Атомарне поле, яке застосовують кілька менеджерів',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} застосовують ту саму конфігурацію для ${ofFields(finding.fieldCount)}, що ${finding.fieldCount === 1 ? 'замінюється' : 'замінюються'} лише цілком.`,
      why: 'Поле спільне, лише поки всі застосовують точно те саме. Перша зміна будь-кого з них — конфлікт з усіма іншими.',
      todo: 'Нехай усім полем володіє один із них; приберіть його з конфігурації інших.',
    },
    'manual-change': {
      title: 'Змінено вручну',
      sentence: (finding) =>
        `В оголошеному маніфестом об’єкті вручну змінено ${countOf(finding.fieldCount, 'field')} (${listOf(namesOf(finding))}).`,
      why: 'Маніфест про це не знає. Наступне застосування натрапить на конфлікт або перепише зміну, а те, чого в маніфесті немає, лишиться назавжди.',
      todo: 'Внесіть зміну в маніфест або приберіть її: спершу запис, потім поле — застосуванням.',
    },
    'manager-not-seen': {
      title: 'Менеджера давно не видно',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} нічого не писав від ${factOf(finding, 'seen')} і досі має ${countOf(finding.fieldCount, 'field')} об’єкта, який застосовують інші.`,
      why: 'Програма, якої вже немає, нічого не відпустить. Її поля не видалити застосуванням, а їхні зміни конфліктують.',
      todo: 'Переконайтеся, що програми справді немає, і видаліть її запис.',
    },
    'unserved-version': {
      title: 'Запис у версії, якої сервер уже не обслуговує',
      sentence: (finding) =>
        `Запис ${listOf(namesOf(finding))} зроблено у версії ${listOf(namesOf(finding, 'versions'))}, якої сервер більше не обслуговує.`,
      why: 'У вбудованих типів сервер відкидає такий запис під час наступної зміни, і поля втрачають цього власника. Власні ресурси відмовляють кожному застосуванню з помилкою, бо цю версію не перетворити.',
      todo: 'Видаліть запис або обслуговуйте цю версію, доки її менеджер не застосує новішу.',
    },
    'large-managed-fields': {
      title: 'Завеликі managedFields',
      sentence: (finding) => {
        const size = `managedFields займають ${bytesOf(Number(factOf(finding, 'bytes')))} — ${factOf(finding, 'percent')} % об’єкта`;
        if (factOf(finding, 'ancient') !== '') return `${size}, а найдавніші записи Update злито в ancient-changes.`;
        const updaters = factOf(finding, 'updaters');
        return updaters === ''
          ? `${size}.`
          : `${size}; записів Update — ${updaters}, а дозволено ${factOf(finding, 'cap')}.`;
      },
      why: 'Їх несе кожне читання й кожна подія watch. Понад десять записів Update найдавніші втрачають імена, і вже ніхто не скаже, хто задав поле.',
      todo: 'Дайте програмам, що пишуть той самий об’єкт, одного сталого менеджера полів і видаліть записи тих, яких уже немає.',
    },
    'status-outside-subresource': {
      title: 'Статусом володіють поза його підресурсом',
      sentence: (finding) =>
        factOf(finding, 'subresource') === ''
          ? `${listOf(namesOf(finding))} застосовує ${countOf(finding.fieldCount, 'field')} статусу разом з об’єктом.`
          : `${listOf(namesOf(finding))} має ${countOf(finding.fieldCount, 'field')} статусу в записі самого об’єкта.`,
      why: 'Поряд із підресурсом status такого запису вже не змінить той, хто його зробив. Без підресурсу контролер і той, хто застосовує, переписують одне одного або конфліктують.',
      todo: 'Приберіть status з маніфесту й дайте типу підресурс status. Залишки старого запису видаліть.',
    },
    'finalizers-applied': {
      title: 'Застосовано finalizers або ownerReferences',
      sentence: (finding) =>
        `${listOf(namesOf(finding))} застосовує ${countOf(finding.fieldCount, 'field')} серед finalizers та ownerReferences.`,
      why: 'Контролер, що вже прибрав за собою, знімає свій finalizer, а наступне застосування повертає його або отримує відмову, поки об’єкт видаляють. Через ownerReference зі старим uid об’єкт можуть прибрати як сміття.',
      todo: 'Приберіть їх із маніфесту: вони належать контролерам.',
    },
    'large-annotations': {
      title: 'Анотації близькі до межі',
      sentence: (finding) =>
        `Анотації займають ${bytesOf(Number(factOf(finding, 'bytes')))} із щонайбільше ${bytesOf(Number(factOf(finding, 'limit')))}; найбільша — ${factOf(finding, 'name')}.`,
      why: 'Понад 262144 байти сервер відмовляє в кожному записі. Client-Side Apply тримає в анотації весь маніфест, тож маніфест, що росте, одного дня не вдасться застосувати.',
      todo: 'Застосовуйте об’єкт на боці сервера: анотація йому не потрібна.',
    },
    'duplicate-keys': {
      title: 'Елементи з однаковим ключем',
      sentence: (finding) =>
        `У списку, де елементи розрізняють за ключем, повторюваних ключів — ${finding.fieldCount}.`,
      why: 'Client-Side Apply і стратегічні патчі злиття змінюють або видаляють усі такі елементи разом, а Server-Side Apply відмовляє маніфесту, що має обидва.',
      todo: 'Лишіть у маніфесті один із цих елементів.',
    },
  },
};
