import type { EntriesView, EntryView, TrieElement } from '@managed-fields/player';
import type { entries as english } from '../english/entries.ts';
import { bytesOf, countOf, formOf, listOf } from './counting.ts';

/** managedFields: raw, and decoded node by node. */
export const entries: typeof english = {
  decoded: 'Розкодовано',
  raw: 'Як є',
  form: 'Форма managedFields',
  tree: 'Записи managedFields, вузол за вузлом. Стрілка вправо відкриває, стрілка вліво закриває.',
  rawYaml: 'metadata.managedFields як YAML. Стрілки переходять від рядка до рядка.',
  object: 'Об’єкт без managedFields',
  objectYaml: 'Об’єкт. Рядки, про які йдеться у вузлі, позначено.',
  resize: 'Висота записів',
  hint: 'Виберіть вузол, щоб позначити його рядки нижче; виберіть рядок, щоб знайти його вузли.',
  none: 'У цього об’єкта немає managedFields, тож у ньому ніхто нічим не володіє.',
  noneSent: 'kubectl не виводить managedFields, якщо не попросити через --show-managed-fields.',
  sizeSentence,
  sizeLabel: 'Яку частку об’єкта займають managedFields',
  shareLabel: 'Частки записів у managedFields',
  foldedNext,
  entryLabel,
  noTime: {
    scale: 'Без часу: для поля, записаного через /scale, сервер його не зберігає.',
    apply: 'Без часу: це застосування нічого в об’єкті не змінило, а час сервер ставить лише разом зі зміною.',
    update:
      'Без часу: сервер ставить час за кожного оновлення. Можливо, цей запис відокремила зміна через /scale або його написано вручну.',
  },
  older:
    'Вставлений запис має форму Kubernetes 1.16 (fields замість fieldsV1). Сьогоднішній сервер його не прочитав би.',
  brokenEntry: (message: string) => `Сервер не зміг би прочитати цього запису: ${message}`,
  emptyEntry: 'Нічим не володіє.',
  nodeSentence,
  ownedItself: 'належить',
  leads: 'веде до полів нижче',
  absent: 'немає в об’єкті',
  unownedKey,
  openAll: 'Розгорнути все',
  closeAll: 'Згорнути все',
};

/** Says how much of the object managedFields takes. */
function sizeSentence({ managedFieldsBytes, objectBytes }: Pick<EntriesView, 'managedFieldsBytes' | 'objectBytes'>) {
  const share = objectBytes === 0 ? 0 : Math.round((100 * managedFieldsBytes) / objectBytes);
  return `${bytesOf(managedFieldsBytes)} з ${bytesOf(objectBytes)} (${share} %)`;
}

/** Says which entries the next updater would fold into one. */
function foldedNext(names: readonly string[]): string {
  return `Наступний новий запис Update згорне в ancient-changes: ${listOf(names)}.`;
}

/** Describes an entry on one line, for screen readers. */
function entryLabel({ fieldCount, bytes }: Pick<EntryView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** Says what a node of the tree stands for. */
function nodeSentence(element: TrieElement): string {
  switch (element.kind) {
    case 'field':
      return `поле ${element.name}`;
    case 'key':
      return `елемент списку з ${listOf(element.key.map(({ name, value }) => `${name} ${value}`))}`;
    case 'value':
      return `елемент списку ${element.value}`;
    case 'index':
      return `елемент списку на місці ${element.index}, рахуючи від 0`;
    case 'self':
      return 'саме поле вище, окрім того, що під ним';
    case 'unknown':
      return 'елемент, якого Kubernetes не знає; сервер його відкидає';
    case 'broken':
      return 'не читається; сервер відхиляє запис';
  }
}

/** Says which keys of an item were filled in by the server, so that the entry does not own them. */
function unownedKey(names: readonly string[]): string {
  const from = formOf(names.length, 'стандартне значення', 'стандартні значення', 'стандартні значення');
  return `${listOf(names)}: ${from}, цьому запису не належить`;
}
