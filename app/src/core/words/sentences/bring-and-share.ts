import type { Joined, MissingFile, OtherDocument, ReadingProblem, StepReading } from '@managed-fields/reading';
import { countingWords, type Messages } from '@managed-fields/words';

/** The dialog for texts that the user pastes, drops or opens: what a text was read as, and what becomes of it. */
export function bringWords({ bring, counting }: Pick<Messages, 'bring' | 'counting'>) {
  const { listOf } = countingWords(counting);
  return {
    ...bring,
    /** How a conflict and a live object were joined. */
    joinedSentence: ({ kind }: Pick<Joined, 'kind'>, object: string, place: number) =>
      bring.joined[kind]({ object, place }),
    /** Whether the joined steps end in the conflict. */
    joinedEnd: ({ missing, isOwned }: Pick<Joined, 'missing' | 'isOwned'>) =>
      missing.length === 0
        ? bring.sameConflict
        : bring.missingConflict({
            owned: isOwned,
            fields: listOf(missing.map(({ manager, paths }) => bring.fieldsOf({ manager, paths: listOf(paths) }))),
          }),
    /** How much was found in all. */
    countSentence: (objects: number, requests: number, listed: number) => {
      const parts = [
        ...(objects === 0 ? [] : [bring.objects({ count: objects })]),
        ...(requests === 0 ? [] : [bring.requests({ count: requests })]),
      ];
      return parts.length === 0 ? bring.nothingFound : bring.found({ parts: listOf(parts), listed: listed > 0 });
    },
    /** What a part seems to be that is no object. */
    otherSentence: ({ code, message }: Pick<OtherDocument, 'code' | 'message'>) =>
      bring.others[code]({ message: message || undefined }),
    /** Why a request cannot become a step. */
    refusalSentence: ({ code, data }: Extract<StepReading, { readonly kind: 'refused' }>) => {
      const { method, path, subresource = '', contentType } = data;
      return bring.refusals[code]({ method, path, subresource, contentType: contentType || undefined });
    },
    /** Which part of a request could not be used. */
    problemSentence: ({ code, data }: ReadingProblem | MissingFile) => {
      const { file, name = '', resource, value = '' } = data;
      const problem = code === 'file-missing' && file === '-' ? 'no-input' : code;
      return bring.problems[problem]({ file, name, resource, value });
    },
  };
}

/** The dialog for sharing, and the secrets that it found. */
export function shareWords({ share, counting }: Pick<Messages, 'share' | 'counting'>) {
  const { bytesOf } = countingWords(counting);
  return {
    ...share,
    /** How much is shared. */
    sizeSentence: (documents: number, bytes: number) => share.sizeSentence({ documents, size: bytesOf(bytes) }),
    /** Which chat programs cut a link of this length. */
    lengthSentence: (length: number) => share.lengthSentences[reachOf(length)]({ length }),
  };
}

/** Where a link of this length arrives whole. */
function reachOf(length: number): 'everywhere' | 'most' | 'few' {
  if (length <= 2000) return 'everywhere';
  return length <= 4000 ? 'most' : 'few';
}
