import type { ManagerView, Notice } from '@managed-fields/scenario';
import type { result as english } from '../english/result.ts';
import { bytesOf, countOf } from './counting.ts';

/** The object after a step. */
export const result: typeof english = {
  object: 'Об’єкт',
  resultYaml: 'YAML результату. Стрілки переходять від рядка до рядка.',
  after: 'Після кроку',
  staleBadge: 'застаріло',
  stale: 'Не з цього кроку: він не вдався. Це останній вдалий результат.',
  noResult: 'Об’єкта ще немає',
  installedText: 'Визначення встановлено; кроки після цього можуть використовувати його вид.',
  noResultText: 'Після цього кроку немає об’єкта, який можна показати.',
  resultPane: 'Результат вибраного кроку',
  views: 'Вигляди результату',
  viewNames: {
    object: 'Об’єкт',
    changes: 'Зміни',
    entries: 'managedFields',
    table: 'Таблиця',
    requests: 'Запити',
    'three-way': 'Три сторони',
    migration: 'Міграція',
  },
  insteadNames: { server: 'Натомість Server-Side', client: 'Натомість Client-Side' },
  lastApplied: 'last-applied',
  lastAppliedTitle: 'Підкреслити те, що Client-Side Apply вважає своїм: поля в анотації last-applied-configuration',
  inLastApplied: 'у last-applied',
  foldedSentence,
  lastAppliedSentence,
  noticeSentence,
};

/** What stands for managedFields while it is folded. */
function foldedSentence(managers: readonly ManagerView[]): string {
  const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
  return `${countOf(managers.length, 'entry')}, ${bytesOf(bytes)}`;
}

/** What the layer of the last-applied annotation draws. */
function lastAppliedSentence(count: number): string {
  return `що Client-Side Apply вважає своїм: ${countOf(count, 'field')} у last-applied-configuration`;
}

/** What the engine cannot know, or what the object lacks. An unknown code is shown as it is, never hidden. */
function noticeSentence({ code, data }: Notice): string {
  const kind = data['kind'] ?? 'цього виду';
  switch (code) {
    case 'no-managed-fields':
      return 'У цього об’єкта немає managedFields, тож тут ніхто нічим не володіє. kubectl показує їх, лише якщо попросити; а в об’єкта, якого не змінювали від часів Kubernetes 1.18, їх може й не бути:';
    case 'unmodelled-defaults':
      return `Стандартних значень ${kind} тут не відтворено: справжній сервер додає поля, яких тут бракує. Володіння точне.`;
    case 'unmodelled-strategy':
      return `Що сервер скидає або дописує для ${kind}, тут не відтворено; володіння йде лише за схемою.`;
    case 'unmodelled-validation':
      return `Перевірок ${kind} тут не відтворено: справжній сервер може відхилити те, що тут проходить.`;
    case 'unmodelled-rules':
      return `Правила перевірки ${kind} (x-kubernetes-validations) тут не обчислюються.`;
    case 'unmodelled-conversion':
      return `Версії ${kind} конвертує вебхук, а його тут не викликають.`;
    case 'deduced-schema':
      return `Схема ${kind} невідома: типи виведено з об’єкта, кожен список атомарний.`;
    case 'several-documents':
      return `Документів у цьому тексті — ${data['count'] ?? 'кілька'}; рахується лише перший.`;
    case 'cel-not-modelled':
      return 'У цьому визначенні є правила перевірки (x-kubernetes-validations). Тут вони не обчислюються.';
    case 'older-managed-fields':
      return `managedFields від ${data['managers'] || 'деяких записів'} мають форму Kubernetes 1.16 (fields замість fieldsV1); тут їх прочитано як сьогоднішні.`;
    case 'untracked-subresource':
      return `Статус записано від ${data['managers'] || 'деяких менеджерів'} ще до того, як сервер почав розрізняти субресурси (Kubernetes 1.22), або до того, як цей вид дістав /status: для сервера такий запис і запис через /status — два різні власники.`;
    case 'unknown-kind':
      return `Виду ${data['kind'] ?? ''} немає в ${data['apiVersion'] ?? 'цій версії'}. Його може визначити крок CRD перед цим.`;
    case 'no-name':
      return 'Текст не називає об’єкта: бракує metadata.name.';
    case 'no-object':
      return 'Об’єкта не називає ні текст, ні жоден попередній крок.';
    case 'empty-text':
      return 'Тут ще нічого не написано.';
    default:
      return [code, ...Object.entries(data).map(([key, value]) => `${key}: ${value}`)].join(' · ');
  }
}
