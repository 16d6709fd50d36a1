import type { EntriesView, EntryView, TrieElement } from '@managed-fields/player';
import type { entries as english } from '../english/entries.ts';
import { bytesOf, countOf, listOf, spaced } from './counting.ts';

/** managedFields: raw, and decoded node by node. */
export const entries: typeof english = {
  decoded: '解码',
  raw: '原文',
  form: 'managedFields 的形式',
  tree: 'managedFields 的条目，逐个节点显示。右方向键展开，左方向键折叠。',
  rawYaml: 'metadata.managedFields 的 YAML。用方向键逐行移动。',
  object: '对象，不含 managedFields',
  objectYaml: '对象。与节点对应的行已标出。',
  resize: '条目区高度',
  hint: '选择节点，下方会标出对应的行；选择某一行，可找到它的节点。',
  none: '此对象没有 managedFields，因此其中的字段没有所有者。',
  noneSent: '除非加上 --show-managed-fields，kubectl 的输出不含 managedFields。',
  sizeSentence,
  sizeLabel: 'managedFields 在对象中所占的比例',
  shareLabel: '各条目在 managedFields 中所占的比例',
  foldedNext,
  entryLabel,
  noTime: {
    scale: '没有时间：通过 /scale 写入的字段，服务器不保留时间。',
    apply: '没有时间：这次应用没有改变对象；只有发生更改时，服务器才记录时间。',
    update: '没有时间：服务器对每次更新都会记录时间。可能是通过 /scale 的写入拆分出了此条目，也可能是有人手工写的。',
  },
  older: '按粘贴的内容，此条目采用 Kubernetes 1.16 的形式（fields 而非 fieldsV1）。如今的服务器不会读取它。',
  brokenEntry: (message: string) => `服务器无法读取此条目：${message}`,
  emptyEntry: '它什么也不拥有。',
  nodeSentence,
  ownedItself: '拥有',
  leads: '通向下面的字段',
  absent: '不在对象中',
  unownedKey,
  openAll: '全部展开',
  closeAll: '全部折叠',
};

/** Says how much of the object managedFields takes. */
function sizeSentence({ managedFieldsBytes, objectBytes }: Pick<EntriesView, 'managedFieldsBytes' | 'objectBytes'>) {
  const share = objectBytes === 0 ? 0 : Math.round((100 * managedFieldsBytes) / objectBytes);
  return `${bytesOf(managedFieldsBytes)}，对象共 ${bytesOf(objectBytes)}（${share}%）`;
}

/** Says which entries the next updater would fold into one. */
function foldedNext(names: readonly string[]): string {
  return `再有新的更新者，${listOf(names)} 就会并入 ancient-changes。`;
}

/** Describes an entry on one line, for screen readers. */
function entryLabel({ fieldCount, bytes }: Pick<EntryView, 'fieldCount' | 'bytes'>): string {
  return `${countOf(fieldCount, 'field')} · ${bytesOf(bytes)}`;
}

/** Says what a node of the tree stands for. */
function nodeSentence(element: TrieElement): string {
  switch (element.kind) {
    case 'field':
      return `字段 ${element.name}`;
    case 'key':
      return `${spaced(listOf(element.key.map(({ name, value }) => `${name} ${value}`))).trimStart()}的列表项`;
    case 'value':
      return `列表项 ${element.value}`;
    case 'index':
      return `位置为 ${element.index} 的列表项，从 0 数起`;
    case 'self':
      return '上面那个字段本身，其下的字段另计';
    case 'unknown':
      return 'Kubernetes 不认识的元素，服务器会丢弃它';
    case 'broken':
      return '无法读取，服务器会拒绝该条目';
  }
}

/** Says which keys of an item were filled in by the server, so that the entry does not own them. */
function unownedKey(names: readonly string[]): string {
  return `${listOf(names)} 取自默认值，不归此条目所有`;
}
