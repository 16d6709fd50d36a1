import type { LinkFailure } from '@managed-fields/share-link';
import { countingWords, type Messages } from '@managed-fields/words';

/** Links to share, and links that cannot be opened. */
export function linksWords({ links, counting }: Pick<Messages, 'links' | 'counting'>) {
  const { bytesOf } = countingWords(counting);
  /** What the sentences name: how much a link has and how much it may have, in characters and as a size. */
  const named = ({ length, limit, version, codec }: LinkFailure) => ({
    length,
    most: limit ?? 65_536,
    size: limit === undefined ? undefined : bytesOf(limit),
    version,
    codec,
  });
  return {
    ...links,
    /** Says why a link could not be opened, and what can be done. */
    linkSentence: (failure: LinkFailure) => links.failures[failure.code](named(failure)),
    /** Says why a scenario cannot be put into a link. */
    unshareableSentence: (failure: LinkFailure) => {
      const { code } = failure;
      return links.unshareable[code === 'too-long' || code === 'too-large' ? code : 'other'](named(failure));
    },
  };
}
