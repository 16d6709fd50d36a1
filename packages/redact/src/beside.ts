import type { TextRange } from '@managed-fields/source';
import { knownIn } from './known.ts';
import { mentionsSecret } from './names.ts';

/** Words of lines in which somebody signs in, sets a password or uses a key, in code, settings and sentences. */
const speaks =
  /pass(?!enger|ive|ed\b|es\b|ing\b|through|age)|pwd|\bpw\b|secret|token|credential|api[-_ ]?key|\bauth(?!or)|log[- ]?in\b|sign[- ]?in\b|bearer|hmac|jwt|cipher|decrypt|keytab|\bkinit\b|identified by|mysqli|\bPDO\b|getConnection|DBI->|community|htdigest|luks|[-_]key\b|\bkv put\b|\brotate\b|kennwort|mot de passe|contrase|parola|парол|ключ|密码|密碼|パスワード/i;

/** What people make up as a password: at least eight characters in one, with letters and digits. */
const candidate = /(?<![\w./:@$%{-])[A-Za-z\d][\w!@#$%^*+~?-]{6,78}(?![\w/:({.=]|-)/g;

/** Words with a digit that name something: versions, algorithms, architectures, objects with a number. */
const named =
  /^[a-z]+(?:[-_][a-z]+)*[-_]?\d$|(?:^|[-_])v?\d+(?:[-_]\d+)+(?:[-_]|$)|(?:^|[-_])v\d{1,2}(?:[a-z]+\d)?(?:[-_]|$)|^\d+[a-z]{1,8}$|(?:^|[-_])(?:sha|md|aes|rsa|hmac|oauth|base|utf|ipv|x|http|tls|ssl|pbkdf|argon|k8s|s3|ec2|ed|secp|prime|amd|arm|log|i18n|l10n|jdk|java|php|python|node|win|alpha|beta|debian|ubuntu|el|rc|phase|stage|step|level|layer|part|col|row|item|key|arg|user|host|port|zone|ns|eth|ens|lo|br|sda|nvme)_?-?\d{1,4}(?:[-_a-z]|$)/i;

/** A constant, or a variable of a shell. */
const constant = /^[A-Z\d_]+$/;

/** The longest line that is read, in UTF-16 code units. */
const longest = 2000;

/**
 * Finds what looks like a password that somebody made up (`Tulip-Harbor-93`) in the lines that speak of signing in, of
 * passwords or keys, whatever language they are in: `new PDO(dsn, 'root', 'Tulip-Harbor-93')`. In order, without overlap.
 */
export function besideWords(text: string): readonly TextRange[] {
  if (text.length < 8 || !speaks.test(text)) return [];
  const found: TextRange[] = [];
  let start = 0;
  let known: readonly TextRange[] | undefined;
  for (const line of text.split('\n')) {
    if (line.length <= longest && speaks.test(line)) {
      for (const { 0: word, index } of line.matchAll(candidate)) {
        const [from, to] = [start + index, start + index + word.length];
        if (!isMadeUp(word)) continue;
        // A public key can hold anything by chance.
        known ??= knownIn(text, '');
        if (!known.some((range) => range.from <= from && to <= range.to)) found.push({ from, to });
      }
    }
    start += line.length + 1;
  }
  return found;
}

function isMadeUp(word: string): boolean {
  if (!/\d/.test(word) || (word.match(/[A-Za-z]/g) ?? []).length < 4) return false;
  return !named.test(word) && !constant.test(word) && !mentionsSecret(word) && knownIn(word, '').length === 0;
}
