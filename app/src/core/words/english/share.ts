import { bytesOf } from './counting.ts';

/** The dialog for sharing, and the secrets that it found. */
export const share = {
  title: 'Share this scenario',
  ways: 'Ways to share',
  wayNames: { link: 'Link', markdown: 'Markdown', frame: 'iframe', element: 'Element', file: 'File' },
  wayUses: {
    link: 'Opens in any browser, as a copy. All of it is behind the # of the address, which browsers do not send to servers.',
    markdown: 'For issues, pull requests and READMEs.',
    frame: 'For pages that take HTML: to read and to step through, without an editor until somebody asks for it.',
    element: 'For pages that take a script: the same, with the height of its content and the theme of the page.',
    file: 'For repositories, and for chats that cut long links. The playground opens it by Open, by dropping or by pasting.',
  },
  boxNames: {
    link: 'The link',
    markdown: 'The Markdown',
    frame: 'The code of the iframe',
    element: 'The code of the element',
    file: 'The file',
  },
  copyNames: {
    link: 'Copy the link',
    markdown: 'Copy the Markdown',
    frame: 'Copy the code',
    element: 'Copy the code',
    file: 'Copy the text',
  },
  address: {
    ask: 'Only this machine can open this page, so a link to it is of no use to others. Where do they open the playground?',
    label: 'Address of the playground that others open',
    take: 'Make links for it',
    wrong: 'This is no address of a page: it begins with https:// or http://.',
    onlyHere: 'This address leads every reader to their own machine. Name one that others can open.',
    madeFor: (folder: string) => `Made for ${folder}`,
    madeForHere: (folder: string) => `Made for ${folder}, which only this machine can open.`,
    change: 'Change',
  },
  copied: 'Copied',
  copyByHand: 'The browser does not let the page copy. The text is selected: copy it by hand.',
  send: 'Send…',
  download: 'Download',
  fileForms: { yaml: 'YAML', json: 'JSON' },
  fileForm: 'Form of the file',
  elementForms: { packed: 'Packed', written: 'YAML in the page' },
  elementForm: 'Form of the scenario',
  unwritable:
    'This scenario has files or names its object apart, which cannot be written into a page: take the packed form.',
  opensAt: 'Opens at',
  stepSentence: (place: number, name: string) => `${place} · ${name}`,
  theme: 'Theme',
  themes: { auto: 'The reader’s', light: 'Light', dark: 'Dark' },
  withView: (view: string) => `With the open view: ${view}`,
  looking: 'Looking for what nobody else should see…',
  lookFailed: 'The engine could not look for secrets. Look yourself before you pass this on.',
  asIs: 'I have looked: share it as it is',
  inside: 'What is inside',
  exampleSentence: 'An unchanged example of the gallery: links only name it.',
  sizeSentence: (documents: number, bytes: number) =>
    `${documents} ${documents === 1 ? 'document' : 'documents'}, ${bytesOf(bytes)}`,
  noSecrets: 'Everything in it is known to be plain: words, names, versions, digests. It is shared as it is.',
  randomNote:
    'No rule knows these, but they are no words, names, versions or digests either. Let go what is no secret.',
  letGo: 'It is no secret',
  replaceIt: 'Replace it',
  uncheckedNote:
    'These texts speak of a Secret, a password or a token and cannot be read, so nobody knows what in them is secret. Ticked, each is left out as a whole.',
  replaced:
    'Replaced by stand-ins such as redacted-1. Fields and their owners stay, and the same value gets the same stand-in.',
  keptSentence: (count: number) =>
    count === 1
      ? '1 value that looks secret is shared as it is.'
      : `${count} values that look secret are shared as they are.`,
  kinds: {
    unchecked: 'Could not be checked',
    secret: 'Values of Secrets',
    'last-applied': 'Remembered by a last-applied annotation alone',
    named: 'Named like a password, token or key',
    token: 'Shaped like a token or key',
    'sign-in': 'Sign-ins in headers, addresses and options',
    random: 'Not known to be plain',
  },
  signs: {
    unreadable: 'cannot be read',
    'in-secret': 'in a Secret',
    comment: 'comment',
    file: 'file of a Secret',
    data: 'base64 in a Secret',
    'string-data': 'text in a Secret',
    remembered: 'stands nowhere else',
    name: 'by its name',
    'private-key': 'private key',
    jwt: 'JSON Web Token',
    aws: 'AWS access key',
    github: 'GitHub token',
    gitlab: 'GitLab token',
    slack: 'Slack token',
    service: 'token of a service',
    entropy: 'looks random',
    layer: 'encoded, not known to be plain inside',
    header: 'Authorization header',
    address: 'password in an address',
    option: 'option of a command',
  },
  placeSentence: (place: number | undefined, line: number) =>
    place === undefined ? 'the scenario' : `step ${place}, line ${line}`,
  inAnnotation: 'in the annotation',
  anyway: 'Replaced all the same: another group that is ticked has the same values.',
  leftSentence: 'Stays: it names an item of a list, and another text there would change who owns what.',
  placesSentence: (count: number) => (count === 1 ? '1 place' : `${count} places`),
  whereSentence: (kind: string, count: number) => `${kind}: ${count === 1 ? 'its place' : `the ${count} places`}`,
  more: (count: number) => `and ${count} more`,
  meter: 'Length of the link',
  lengthSentence,
  tooLong: 'Send the scenario as a file, or make two scenarios of it.',
};

/** Says which chat programs cut a link of this length. */
function lengthSentence(length: number): string {
  const characters = length.toLocaleString('en');
  if (length <= 2000) return `${characters} characters: short enough everywhere.`;
  if (length <= 4000)
    return `${characters} characters: some chat programs cut after 2,000. Markdown or a file is safer there.`;
  return `${characters} characters: chat programs cut after 2,000 or 4,000. Use Markdown, or send the file.`;
}
