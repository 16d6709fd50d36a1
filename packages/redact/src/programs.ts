import type { TextRange } from '@managed-fields/source';
import { isPlainOption, isSecretField, isSecretVariable, isStandIn } from './names.ts';

/** Which arguments of a program are secrets, beside options whose name says so. */
interface Program {
  readonly names: RegExp;
  /** Only where one of these words stands behind the program: `docker login`. */
  readonly with?: RegExp;
  /** Options whose value, the next word or what stands behind `=`, is a secret. */
  readonly values?: readonly string[];
  /** Options of one letter whose value may follow directly: `-pVALUE`. */
  readonly joined?: readonly string[];
  /** Options whose value is a name and a secret, with the character between the two. */
  readonly pairs?: readonly (readonly [option: string, between: string])[];
  /** Words that are secrets by their place, counted from `with`, or from the program, without options. */
  readonly places?: readonly number[];
}

/** Programs whose options do not say that they take a secret, as their own help describes them. */
const programs: readonly Program[] = [
  { names: /^(?:mysql|mariadb)[\w-]{0,20}$/, joined: ['-p'] },
  { names: /^mysqladmin$/, with: /^password$/, places: [0] },
  { names: /^(?:redis|valkey|keydb)-cli$/, values: ['-a', '--pass'] },
  {
    names: /^curl$/,
    values: ['--pass', '--proxy-pass', '--oauth2-bearer', '--tlspassword', '--proxy-tlspassword', '-b', '--cookie'],
    joined: ['-b'],
    pairs: [
      ['-u', ':'],
      ['--user', ':'],
      ['-U', ':'],
      ['--proxy-user', ':'],
      ['-E', ':'],
      ['--cert', ':'],
    ],
  },
  {
    names: /^(?:http|https|xh)$/,
    pairs: [
      ['-a', ':'],
      ['--auth', ':'],
    ],
  },
  {
    names: /^(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|cosign|oc|az|flux|argocd|vault|gcrane|kubelogin)$/,
    with: /^login$/,
    values: ['-p', '--password', '-t', '--token'],
    pairs: [['--creds', ':']],
  },
  {
    names: /^(?:skopeo|podman|buildah|crane|flux)$/,
    pairs: [
      ['--creds', ':'],
      ['--src-creds', ':'],
      ['--dest-creds', ':'],
    ],
  },
  { names: /^vault$/, with: /^login$/, places: [0] },
  { names: /^vault$/, with: /^unseal$/, places: [0] },
  { names: /^(?:sqlcmd|bcp|osql|tsql|isql-v)$/, values: ['-P'], joined: ['-P'] },
  { names: /^isql$/, places: [2] },
  { names: /^sshpass$/, values: ['-p'], joined: ['-p'] },
  {
    names: /^ldap(?:search|add|modify|passwd|whoami|delete|compare|modrdn|exop)$/,
    values: ['-w', '-s', '-a'],
    joined: ['-w'],
  },
  { names: /^mongo(?:sh|dump|restore|export|import|stat|top|files)?$/, values: ['-p'], joined: ['-p'] },
  {
    names: /^(?:cqlsh|nodetool|pscp|plink|psftp|racadm|influx|arangosh|mosquitto_rr)$/,
    values: ['-p', '-pw', '-P', '-t'],
  },
  { names: /^nodetool$/, values: ['-pw'] },
  { names: /^(?:plink|pscp|psftp|putty)$/, values: ['-pw'] },
  { names: /^(?:mosquitto_pub|mosquitto_sub|ipmitool|smbget|zip|unzip|zipcloak)$/, values: ['-P'], joined: ['-P'] },
  { names: /^(?:7z|7za|7zz|7zr|rar|unrar)$/, joined: ['-p', '-hp'] },
  { names: /^(?:sqlplus|expdp|impdp|exp|imp|sqlldr|rman|sql)$/, pairs: [['', '/']] },
  { names: /^htpasswd$/, with: /^-[A-Za-z]*n[A-Za-z]*$/, places: [1] },
  { names: /^htpasswd$/, with: /^-[A-Za-z]*b[A-Za-z]*$/, places: [2] },
  {
    names: /^openssl$/,
    values: ['-k', '-K', '-iv', '-hmac'],
    pairs: [
      ['-pass', ':'],
      ['-passin', ':'],
      ['-passout', ':'],
    ],
  },
  {
    names: /^(?:keytool|jarsigner)$/,
    values: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass', '-destkeypass', '-srckeypass', '-new'],
  },
  { names: /^aws$/, with: /^aws_(?:secret_access_key|session_token|access_key_id)$/, places: [0] },
  { names: /^mc(?:li)?$/, with: /^(?:set|add)$/, places: [2, 3] },
  { names: /^rabbitmqctl$/, with: /^(?:add_user|change_password|authenticate_user)$/, places: [1] },
  { names: /^(?:useradd|usermod|adduser)$/, values: ['-p', '--password'] },
  { names: /^net$/, with: /^user$/i, places: [1] },
  {
    names: /^(?:smbclient|rpcclient|smbmap|mount\.cifs)$/,
    pairs: [
      ['-U', '%'],
      ['--user', '%'],
    ],
    values: ['-p'],
  },
  { names: /^snmp(?:walk|get|set|bulkwalk|bulkget|getnext|trap|inform|table)$/, values: ['-c', '-A', '-X'] },
  { names: /^(?:kadmin|kadmin\.local)$/, values: ['-w', '-pw'] },
  { names: /^ssh-keygen$/, values: ['-N', '-P'] },
  { names: /^lftp$/, pairs: [['-u', ',']] },
  { names: /^wpa_passphrase$/, places: [1] },
  { names: /^ngrok$/, with: /^(?:authtoken|add-authtoken)$/, places: [0] },
  { names: /^npm$/, with: /:_(?:authToken|auth|password)$/, places: [0] },
  { names: /^(?:wget|axel|aria2c)$/, values: ['--http-passwd', '--ftp-passwd'] },
  { names: /^(?:xfreerdp|wlfreerdp)$/, pairs: [['', '/p:']] },
  { names: /^rdesktop$/, values: ['-p'], joined: ['-p'] },
  { names: /^(?:git)$/, with: /^http\..*extraheader$/i, places: [0] },
  { names: /^(?:step|cfssl|keyctl|pass)$/, values: ['--password', '--passphrase'] },
  { names: /^(?:consul|nomad)$/, values: ['-token', '-encrypt'] },
  {
    names:
      /^(?:mydumper|myloader|mssql-cli|redis-benchmark|cypher-shell|regctl|vsql|hdbsql|beeline|ncftpput|ncftpget|evil-winrm|certutil|couchbase-cli|cbbackupmgr|rabbitmqadmin|p4|twine|fly|ibmcloud|airflow|esxcli|trino|radclient)$/,
    values: ['-p', '-P', '-a', '-w', '-t'],
    joined: ['-p'],
  },
  { names: /^(?:docker|podman|nerdctl|helm|oras)$/, with: /^login$/, joined: ['-p'] },
  { names: /^(?:redis|valkey|keydb)-cli$/, joined: ['-a'] },
  { names: /^(?:redis|valkey|keydb)-cli$/, with: /^auth$/i, places: [0, 1] },
  {
    names: /^(?:ctr|crictl|govc|squid|jenkins-cli|calicoctl)$/,
    pairs: [
      ['--user', ':'],
      ['-u', ':'],
      ['--creds', ':'],
      ['-auth', ':'],
    ],
  },
  { names: /^(?:net|winexe|wmic|rpcclient|smbclient)$/, pairs: [['-U', '%']] },
  { names: /^smbclient$/, places: [1] },
  { names: /^rclone$/, with: /^obscure$/, places: [0] },
  { names: /^rclone$/, with: /^(?:pass|token|secret_access_key|client_secret)$/, places: [0] },
  { names: /^openssl$/, with: /^passwd$/, places: [0] },
  {
    names: /^(?:pk12util|pgpool|pcp_\w+|ipa-client-install|ipa-server-install|dsconf)$/,
    values: ['-W', '-w', '-p', '-a'],
  },
  { names: /^mkpasswd$/, places: [1] },
  { names: /^htdigest$/, places: [2] },
  { names: /^radtest$/, places: [1, 4] },
  { names: /^consul$/, with: /^put$/, places: [1] },
  { names: /^nomad$/, with: /^put$/, pairs: [['', '=']] },
  { names: /^samba-tool$/, with: /^create$/, places: [1] },
  { names: /^(?:k3s|rke2)$/, values: ['-t', '--token', '--agent-token'] },
  { names: /^az$/, with: /^secret$/, values: ['--value'] },
  { names: /^az$/, with: /^create$/, values: ['-p', '--admin-password'] },
  { names: /^aws$/, with: /^put-parameter$/, values: ['--value'] },
  { names: /^aws$/, with: /^(?:create|put|update)-secret(?:-value)?$/, values: ['--secret-string'] },
  { names: /^etcdctl$/, with: /^add$/, pairs: [['', ':']] },
  { names: /^elasticsearch-keystore$/, with: /password$/, places: [0] },
  { names: /^grafana(?:-cli)?$/, with: /^reset-admin-password$/, places: [0] },
  { names: /^(?:poetry|composer)$/, with: /^http-basic\./, places: [1] },
  { names: /^poetry$/, with: /^publish$/, values: ['-p'] },
  { names: /^cargo$/, with: /^login$/, places: [0] },
  { names: /^(?:dotnet|nuget)$/, values: ['-k', '-ApiKey', '-Password'] },
  { names: /^snyk$/, with: /^auth$/, places: [0] },
  { names: /^(?:drone|gitlab-runner|doctl|glab)$/, values: ['-t', '-r'] },
  { names: /^cloudflared$/, with: /^install$/, places: [0] },
  { names: /^virsh$/, values: ['--base64'] },
  { names: /^drush$/, with: /^user:password$/, places: [1] },
  { names: /^(?:sendemail|sendEmail|swaks)$/, values: ['-xp', '-ap', '--auth-password'] },
  { names: /^tinyproxy$/, with: /^--basicauth$/, places: [1] },
  { names: /^mosquitto_passwd$/, with: /^-[a-zA-Z]*b[a-zA-Z]*$/, places: [2] },
  { names: /^slappasswd$/, values: ['-s'] },
  { names: /^neo4j-admin$/, with: /^set-initial-password$/, places: [0] },
  { names: /^(?:redis|valkey)-cli$/, with: /^(?:requirepass|masterauth)$/, places: [0] },
  { names: /^git$/, with: /^user\.password$/, places: [0] },
  { names: /^(?:yarn|npm)$/, with: /auth(?:token)?$/i, places: [0] },
  { names: /^vault$/, with: /^(?:put|write)$/, pairs: [['', '=']] },
  { names: /^(?:flyctl|fly|heroku|wrangler|pulumi)$/, with: /^(?:set|config:set|put)$/, pairs: [['', '=']] },
  { names: /^kubectl$/, with: /^secret$/, pairs: [['--from-literal', '=']] },
  { names: /^(?:db2|cypher-shell)$/, with: /^using$/, places: [0] },
  {
    names: /^etcdctl$/,
    pairs: [
      ['--user', ':'],
      ['-u', ':'],
    ],
  },
  { names: /^(?:nats|mqtt|amqp-publish|amqp-get|amqp-consume)$/, values: ['--password', '--pass', '-pw'] },
  { names: /^(?:proxychains|socat|stunnel|openvpn)$/, values: ['--auth-pass'] },
];

/** A secret among the words of a command: which word, and where in it. */
export interface SecretWord extends TextRange {
  readonly word: number;
}

/**
 * Finds the secrets among the words of a command line: values of options whose name says so (`--db-password X`, `-pass=X`),
 * and those that only who knows the program sees (`curl -u a:X`, `mysql -pX`). The words may begin with a shell or a path.
 */
export function secretWords(words: readonly string[]): readonly SecretWord[] {
  const byProgram = words.flatMap((word, index) => {
    const name = word.slice(word.lastIndexOf('/') + 1);
    return programs.flatMap((program) => (program.names.test(name) ? wordsOf(program, words, index + 1) : []));
  });
  const byOption = words.flatMap((word, index): readonly SecretWord[] => {
    const option = secretOption(word, words[index + 1]);
    const password = passwordBehind(word, words[index + 1]);
    return [
      ...(option === undefined ? [] : [{ ...option, word: option.next ? index + 1 : index }]),
      ...(password === undefined ? [] : [{ ...password, word: index + 1 }]),
    ];
  });
  const found: SecretWord[] = [];
  // Who knows the program knows best which part of a word is the secret.
  for (const each of [...byProgram, ...byOption]) {
    const { word, from, to } = each;
    const isNew = !found.some((other) => other.word === word && from < other.to && other.from < to);
    if (isNew && to > from) found.push(each);
  }
  return found.filter(({ word, from, to }) => !isStandIn((words[word] ?? '').slice(from, to)));
}

/** The value of an option that is called after a secret. */
function secretOption(word: string, next: string | undefined): (TextRange & { readonly next: boolean }) | undefined {
  const [whole = '', name = '', equals] = /^(?:--?|\/)([A-Za-z][\w.-]{1,100})([=:])?/.exec(word) ?? [];
  const isAuth = equals !== undefined && word.length > whole.length;
  if (name === '' || !isSecretOption(name)) return undefined;
  if (isAuth) return { from: whole.length, to: word.length, next: false };
  if (equals !== undefined || whole.length < word.length || next === undefined) return undefined;
  return /^--?[A-Za-z][A-Za-z-]*(?:=|$)/.test(next) ? undefined : { from: 0, to: next.length, next: true };
}

/** Options whose value is a user and a password: `--login bob:Tulip-Harbor-93`. */
const signIn = /^--?(?:user|login|auth|credentials?|creds|(?:basic|web|http|proxy)-?(?:auth|user))$/i;

/** The password behind a user, where it has letters and digits: `--user 1000:1000` names no password. */
function passwordBehind(option: string, value: string | undefined): TextRange | undefined {
  if (value === undefined || !signIn.test(option)) return undefined;
  const match = /^[\w.@-]{1,60}[:/](?=\S*\d)(?=\S*[A-Za-z])(\S{6,200})$/.exec(value);
  return match === null ? undefined : { from: value.length - (match[1] ?? '').length, to: value.length };
}

/** Whether an option has the name of a secret, and not that of a Secret, as `--image-pull-secret` has. */
function isSecretOption(name: string): boolean {
  const own = name.replace(/^D(?=[a-z])/, '').replaceAll(':', '.');
  if (isPlainOption(own) || /(?:pull|tls|cert|existing|ref|registry|image)[-_.]?secrets?$/i.test(own)) return false;
  return isSecretField(own) || (isSecretVariable(own) && own.length > 3);
}

function wordsOf(program: Program, words: readonly string[], first: number): readonly SecretWord[] {
  const end = words.findIndex((word, index) => index >= first && /^(?:\|{1,2}|&&|;|&)$/.test(word));
  const last = end < 0 ? words.length : end;
  const condition = program.with;
  const begin =
    condition === undefined ? first : words.findIndex((word, at) => at >= first && condition.test(word)) + 1;
  if (begin < first || begin > last) return [];
  const found: SecretWord[] = [];
  const plain: number[] = [];
  for (let index = begin; index < last; index++) {
    const word = words[index] ?? '';
    const [option = '', value] = splitOption(word);
    if (program.values?.includes(option)) {
      if (value !== undefined) found.push({ word: index, from: word.length - value.length, to: word.length });
      else if (index + 1 < last) found.push(whole(words, ++index));
      continue;
    }
    const joined = program.joined?.find(
      (each) => word.startsWith(each) && word.length > each.length && !/^--/.test(word),
    );
    if (joined !== undefined) found.push({ word: index, from: joined.length, to: word.length });
    const pair = program.pairs?.find(
      ([name]) => name !== '' && (option === name || isBundle(word, name) || isJoinedPair(word, name)),
    );
    if (pair !== undefined) {
      const [name, between] = pair;
      const isNext = word === name || isBundle(word, name);
      if (isNext) index++;
      found.push(
        ...behind(words, index, between, isNext ? 0 : word.length - (value ?? word.slice(name.length)).length),
      );
    } else if (!word.startsWith('-')) {
      plain.push(index);
      const own = program.pairs?.find(([name]) => name === '');
      if (own !== undefined) found.push(...behind(words, index, own[1], 0));
    }
  }
  for (const place of program.places ?? []) {
    const index = plain[place];
    if (index !== undefined) found.push(whole(words, index));
  }
  return found;
}

/** `-sSu`: several options of one letter, the last of which takes a value. */
function isBundle(word: string, name: string): boolean {
  return /^-[A-Za-z]$/.test(name) && /^-[A-Za-z]{2,8}$/.test(word) && word.endsWith(name.slice(1));
}

/** `-ua:b`: an option of one letter with its value. */
function isJoinedPair(word: string, name: string): boolean {
  return /^-[A-Za-z]$/.test(name) && word.startsWith(name) && word.length > 2;
}

function splitOption(word: string): readonly [option: string, value?: string] {
  const at = word.startsWith('-') ? word.indexOf('=') : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function whole(words: readonly string[], word: number): SecretWord {
  return { word, from: 0, to: (words[word] ?? '').length };
}

/** What stands behind a character of a word, from an offset on: the secret behind a user's name. */
function behind(words: readonly string[], word: number, between: string, start: number): readonly SecretWord[] {
  const text = words[word] ?? '';
  const at = text.indexOf(between, start);
  if (at < 0) return [];
  // `sqlplus user/pass@host`: the host is none of it.
  const host = between === '/' ? text.lastIndexOf('@') : -1;
  return [{ word, from: at + between.length, to: host > at ? host : text.length }];
}

/** Names of programs in a text, as they begin a command in a script. */
const named =
  /(?:^|[\s;&|(`"'/=])((?:mysql|mariadb)[\w-]{0,20}|(?:redis|valkey|keydb)-cli|curl|https?|xh|docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|cosign|oc|az|flux|argocd|vault|sqlcmd|bcp|osql|tsql|isql|sshpass|ldap[a-z]{3,8}|mongo[a-z]{0,8}|cqlsh|nodetool|influx|pscp|plink|psftp|mosquitto_\w{2,3}|ipmitool|smbget|zip|unzip|7z[azr]?|rar|unrar|sqlplus|expdp|impdp|sqlldr|rman|htpasswd|openssl|keytool|jarsigner|aws|mc|rabbitmqctl|useradd|usermod|net|smbclient|rpcclient|snmp[a-z]{3,8}|kadmin(?:\.local)?|ssh-keygen|lftp|wpa_passphrase|ngrok|npm|wget|axel|aria2c|xfreerdp|rdesktop|git|consul|nomad|etcdctl|nats|racadm|arangosh|mkpasswd|htdigest|radtest|mydumper|myloader|mssql-cli|redis-benchmark|cypher-shell|regctl|vsql|hdbsql|beeline|ncftp[a-z]{3}|evil-winrm|certutil|couchbase-cli|cbbackupmgr|rabbitmqadmin|p4|twine|fly|flyctl|heroku|wrangler|pulumi|ibmcloud|airflow|esxcli|trino|radclient|ctr|crictl|govc|squid|jenkins-cli|winexe|rclone|pk12util|pgpool|pcp_\w{2,20}|ipa-(?:client|server)-install|dsconf|samba-tool|k3s|rke2|elasticsearch-keystore|grafana(?:-cli)?|poetry|composer|cargo|dotnet|nuget|snyk|drone|gitlab-runner|doctl|glab|cloudflared|virsh|drush|send[eE]mail|swaks|tinyproxy|slappasswd|neo4j-admin|yarn|db2|kubectl)(?=\s)/g;

/** An option with its value, in any command of a text. */
const option =
  /(?<=^|[\s"'`(])(?:--?|\/)([A-Za-z][\w.-]{1,60})(?:[=:]|[ \t]{1,4})(?:"([^"\\\n]{1,300})"|'([^'\n]{1,300})'|((?:[^\s"'`|;&<>()\\]|\\(?![nrt"'])){1,2000}))/dgm;

/** Finds the values of options that are called after a secret, whatever program takes them. */
function optionsIn(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(option)) {
    const value = match.slice(2).find((each) => each !== undefined) ?? '';
    const range = match.indices?.slice(2).find((each) => each !== undefined);
    if (range === undefined || /^-/.test(value) || !isSecretOption(match[1] ?? '')) continue;
    // `the --token or the TOKEN variable` is a sentence.
    if (/^[a-z]+[.,]?$/.test(value) && !text.slice(match.index, range[0]).includes('=')) continue;
    // In a list of YAML a comma or a bracket follows.
    found.push({ from: range[0], to: range[1] - (/[,\]}]{1,8}$/.exec(value)?.[0].length ?? 0) });
  }
  return found;
}

/** How much of a command is read, in UTF-16 code units and in words. */
const [longestCommand, mostWords] = [2000, 60];

/** Finds the secrets in the commands of a script: those of programs that are known here, and of options by their name. */
export function secretsInScript(text: string): readonly TextRange[] {
  const found: TextRange[] = [...optionsIn(text)];
  let read = 0;
  for (const match of text.matchAll(named)) {
    const start = match.index + match[0].length - (match[1] ?? '').length;
    // Of several programs in one command the first one reads the words of all.
    if (start < read) continue;
    const words = wordsIn(text, start);
    read = words.at(-1)?.to ?? start;
    for (const { word, from, to } of secretWords(words.map((each) => each.text))) {
      const own = words[word];
      if (own !== undefined) found.push({ from: own.from + from, to: Math.min(own.to, own.from + to) });
    }
  }
  return found;
}

interface Word extends TextRange {
  readonly text: string;
}

/** The words of a command, up to its end: a line break without a backslash, or what ends a command in a shell. */
function wordsIn(text: string, start: number): readonly Word[] {
  const words: Word[] = [];
  const piece = text.slice(start, start + longestCommand);
  const next =
    /(?:\\\r?\n|[ \t]|\\n(?=\s))*(?:"((?:[^"\\\n]|\\[\s\S])*)"|'([^'\n]*)'|((?:"[^"\n]*"|'[^'\n]*'|[^\s"';|&<>()`\\]|\\(?![nrt"'\n]))+))/y;
  while (words.length < mostWords) {
    const match = next.exec(piece);
    if (match === null) break;
    const [, double, single, bare] = match;
    const own = double ?? single ?? bare ?? '';
    const end = start + next.lastIndex - (bare === undefined ? 1 : 0);
    // `-u"a:b"`: the quotes stay, as the offsets are those of the text.
    words.push({ text: own, from: end - own.length, to: end });
  }
  return words;
}
