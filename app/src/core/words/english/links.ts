import type { LinkFailure } from '@managed-fields/share-link';
import { bytesOf } from './counting.ts';

/** Links to share, and links that cannot be opened. */
export const links = {
  share: 'Share',
  copied: 'Copied ✓',
  copyLinkText: 'Copy the link’s text',
  linkSentence,
  unshareableSentence,
};

/** Says why a link could not be opened, and what can be done. */
function linkSentence({ code, length, limit, version, codec }: LinkFailure): string {
  switch (code) {
    case 'cut-off':
      return 'This link was cut off: its end is missing. Ask for it again, as a file or in a message that keeps long links whole.';
    case 'altered':
      return 'This link was changed on its way: its checksum does not fit. Ask for it again.';
    case 'too-long':
      return `This link is too long: ${length ?? 'more'} characters, at most ${limit ?? 65536} are read. Ask for the scenario as a file.`;
    case 'too-large':
      return `What this link holds is too large to open${limit === undefined ? '' : ` (more than ${bytesOf(limit)})`}. Ask for a smaller scenario.`;
    case 'newer-version':
      return `This link was made by a newer version of the playground${version === undefined ? '' : ` (form ${version})`}. Reload the page to get it.`;
    case 'unknown-codec':
      return `This link is packed in a way that this version does not know (${codec ?? '?'}). Reload the page to get the newest.`;
    case 'not-a-scenario':
      return 'This link is intact, but what it holds is not a scenario. Whoever made it can mend it; copy the text to show what came.';
    case 'not-a-link':
      return 'This address holds no scenario: what stands after # is not a link of the playground. Compare it with the message that it came in.';
  }
}

/** Says why a scenario cannot be put into a link. */
function unshareableSentence({ code, length, limit }: LinkFailure): string {
  switch (code) {
    case 'too-long':
      return `Too large for a link: it would take ${length ?? 'more'} characters, at most ${limit ?? 65536} fit. The draft is kept in this browser.`;
    case 'too-large':
      return `Too large for a link${limit === undefined ? '' : ` (more than ${bytesOf(limit)})`}. The draft is kept in this browser.`;
    default:
      return 'This scenario cannot be put into a link.';
  }
}
