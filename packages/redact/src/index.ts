export { besideWords } from './beside.ts';
export { type Hit, inTurn, type SecretKind, type SecretSign, secretKinds } from './finding.ts';
export { decodePercent, isBase64Text, type Layer, layerOf } from './layers.ts';
export {
  isAboutField,
  isDoubtfulName,
  isRedacted,
  isSecretField,
  isSecretKind,
  isSecretListKind,
  isSecretVariable,
  isStandIn,
  mentionsSecret,
} from './names.ts';
export { secretWords } from './programs.ts';
export { bitsOfStep, symbolAt, symbols } from './random.ts';
export { bitsPerLetter, type Rule } from './rules.ts';
export { foundText, type SecretFinding, type SecretsView } from './secrets/finding.ts';
export { findSecrets, redact } from './secrets/secrets.ts';
export { isKnownPlain, isPlainLayer, type Search, shapesIn } from './shapes.ts';
