import { countingWords, type Messages } from '@managed-fields/words';

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
