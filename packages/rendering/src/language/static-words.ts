import type { AnnotatedText, FieldView, ManagerView, Notice, Unowned } from '@managed-fields/player';
import { countingWords, type Messages } from '@managed-fields/words';

/** An owner as a static view calls it. */
export type StatedOwner = Omit<ManagerView, 'fieldCount' | 'bytes'>;

/** The messages that the words of a static view are made of. */
export type StaticMessages = Pick<Messages, 'view' | 'counting'>;

/**
 * What a static view of a scenario says: words, tables, and functions that make sentences of codes and data. Kubernetes'
 * own messages, names of fields and names of managers are data and never translated.
 */
export type StaticWords = ReturnType<typeof staticWords>;

/** Returns what a static view of a scenario says, in the language of the messages. */
export function staticWords({ view, counting }: StaticMessages) {
  const { countOf, bytesOf, listOf, sizeOf, choiceOf } = countingWords(counting);
  const { field, legend, result } = view;

  /** How an owner came to own: `Apply · apps/v1 · 2026-01-01 00:00:04 UTC`. */
  function ownerSentence(owner: StatedOwner): string {
    const { operation, subresource } = owner;
    const how = field.operationThrough({ operation, subresource: subresource || undefined });
    return [how, owner.apiVersion, timeSentence(owner)].join(' · ');
  }

  /** The part of an owner that tells it from others of the same name: `Update /scale`. */
  function ownerKind({ operation, subresource }: Pick<StatedOwner, 'operation' | 'subresource'>): string {
    return subresource === '' ? operation : `${operation} /${subresource}`;
  }

  /** An owner in short: its kind and when it wrote last. */
  function ownerShort(owner: Pick<StatedOwner, 'operation' | 'subresource' | 'time'>): string {
    return `${ownerKind(owner)} · ${owner.time === undefined ? field.noTime : timeSentence(owner)}`;
  }

  /** When an entry was written last. */
  function timeSentence({ time, subresource }: Pick<StatedOwner, 'time' | 'subresource'>): string {
    if (time !== undefined) return time.replace('T', ' ').replace('Z', ' UTC');
    return subresource === 'scale' ? field.noTimeForScale : field.noTime;
  }

  /** The state of a field in a word or two; why, where nobody owns it. */
  function stateName({ state, why }: Pick<FieldView, 'state' | 'why'>): string {
    return why === undefined ? field.stateNames[state] : field.unownedNames[why];
  }

  /** What the state of a field means, in words, and who wrote its value in admission. */
  function stateSentence(about: FieldView): string {
    const { admitted, state } = about;
    const sentence = ownershipSentence(about);
    if (admitted === undefined) return sentence;
    return `${sentence} ${field.admittedBy({ owned: state !== 'unowned', plugin: admitted.plugin, by: admitted.by })}`;
  }

  function ownershipSentence(about: FieldView): string {
    const { states } = field;
    const { state, leaf, path, atomicRoot: root, repeated, why } = about;
    switch (state) {
      case 'owned':
        return about.whole === true ? ofWhole(states.owned(), about) : leaf ? states.owned() : states.entry();
      case 'shared':
        return about.whole === true ? ofWhole(states.shared(), about) : states.shared();
      case 'atomic':
        if (repeated) return states.throughRepeated({ root: root ?? '' });
        return root === undefined || root === path ? states.atomic() : states.through({ root });
      case 'unowned':
        if (why !== undefined) return nobodySentence(why);
        return leaf ? states.nobody() : states.insideOwned();
      case 'absent':
        return states.absent();
    }
  }

  function ofWhole(sentence: string, { repeated }: FieldView): string {
    return field.wholes[repeated ? 'repeated' : 'atomic']({ sentence });
  }

  /** Why nobody owns a field. */
  function nobodySentence(why: Unowned): string {
    return field.nobody[why];
  }

  /** Words after a line of the text. */
  function hintSentence(
    kind: 'shared' | 'atomic' | 'subresource' | 'absent',
    about: FieldView,
    { managers, fields }: AnnotatedText,
  ): string {
    const owners = about.owners.flatMap((index) => managers[index] ?? []);
    switch (kind) {
      case 'shared':
        return field.hints.shared({ owners: listOf(unique(owners.map(({ manager }) => manager))) });
      case 'atomic':
        return about.repeated ? field.hints.together() : field.hints.atomic();
      case 'subresource':
        return owners
          .map(({ manager, subresource }) => `${manager} /${subresource}`)
          .reduce((first, next) => field.subresourceNext({ first, next }));
      case 'absent': {
        const inside = fields.filter(({ state, path }) => state === 'absent' && path.startsWith(about.path));
        const [first] = inside;
        const who = (first?.owners ?? []).flatMap((index) => managers[index]?.manager ?? []);
        return field.hints.absent({
          path: first?.path.slice(about.path.length) ?? '',
          more: Math.max(0, inside.length - 1),
          owners: listOf(unique(who)),
        });
      }
    }
  }

  /** Who owns a line, for those who do not see colours: `owned by helm (Apply)`. */
  function ownersSentence(owners: readonly Pick<ManagerView, 'manager' | 'operation' | 'subresource'>[]): string {
    if (owners.length === 0) return field.ownedByNobody;
    return ownedBy(owners.map((owner) => field.ownerNamed({ manager: owner.manager, kind: ownerKind(owner) })));
  }

  /** Whose it is, in the middle of a sentence. */
  function ownedBy(names: readonly string[]): string {
    return field.ownedBy({ count: names.length, owners: listOf(names) });
  }

  /** How much is in conflict, and with whom: `3 fields, with helm and ui`. */
  function countSentence(count: number, managers: readonly string[]): string {
    return view.conflict.countSentence({ count, managers: listOf(managers) });
  }

  /** Counts and sizes: `7 fields · 312 B`. */
  function sizeSentence({ fieldCount, bytes }: Pick<ManagerView, 'fieldCount' | 'bytes'>): string {
    return legend.sizeSentence({ fields: countOf(fieldCount, 'field'), size: bytesOf(bytes) });
  }

  /** What stands for managedFields while it is folded. */
  function foldedSentence(managers: readonly ManagerView[]): string {
    const bytes = managers.reduce((sum, manager) => sum + manager.bytes, 0);
    return result.foldedSentence({ entries: countOf(managers.length, 'entry'), size: bytesOf(bytes) });
  }

  /** What the engine cannot know, or what the object lacks. */
  function noticeSentence({ code, data }: Notice): string {
    const { kind = result.thisKind, project = '', release = '', version = '', apiVersion = '', drawn = '' } = data;
    const [count, where, managers] = [data['count'], data['apiVersion'], data['managers'] || undefined];
    const said = (name: string) => data[name] ?? '';
    const told = {
      tool: said('tool'),
      options: said('options'),
      names: said('names'),
      fields: said('fields'),
      annotation: said('annotation'),
      object: said('object'),
      other: said('other'),
      seen: said('seen'),
    };
    return result.notices[code]({
      kind,
      project,
      release,
      version,
      apiVersion,
      drawn,
      count,
      where,
      managers,
      ...told,
    });
  }

  return {
    counting: { countOf, bytesOf, listOf, sizeOf, choiceOf },
    leftOut: view.leftOut,
    field: {
      ...field,
      ownerSentence,
      ownerKind,
      ownerShort,
      timeSentence,
      stateName,
      stateSentence,
      hintSentence,
      ownersSentence,
      nobodySentence,
      ownedBy,
    },
    steps: view.steps,
    conflict: { ...view.conflict, countSentence },
    legend: { ...legend, sizeSentence },
    result: { ...result, foldedSentence, noticeSentence },
    staticView: view.staticView,
  };
}

/** Each name once, in the order of first mention. */
export function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
