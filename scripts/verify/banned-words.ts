/** A word that is not used, matched in lower case and in names, and its replacement. */
export interface BannedWord {
  readonly word: RegExp
  readonly instead: string
}

/** Words that are not standard terms, or hard to read; `docs/GLOSSARY.md` has the terms. */
export const bannedWords: readonly BannedWord[] = [
  { word: /\bwhoever\b/, instead: 'anyone who, the client, the user' },
  { word: /\bwhom\b/, instead: 'who' },
  { word: /\banew\b/, instead: 'again' },
  { word: /\bto be had\b/, instead: 'available' },
  { word: /\bis had\b/, instead: 'exists, is available' },
  { word: /(?<!\bthere )\bis none\b/, instead: 'is invalid, is missing' },
  { word: /\b(?:im)?patience\b|patience-?ms/, instead: 'timeout' },
  { word: /\bwhose-?account/, instead: 'account linking' },
  { word: /\bask-?shop\b/, instead: 'apiFetch' },
  { word: /\basked-?(?:piece|item)/, instead: 'edit parameter' },
  { word: /\bown-?path\b/, instead: 'safeRedirectPath' },
  { word: /\b(?:require)?own-?page\b/, instead: 'same origin' },
  // The URL `/__/auth/handover` and the fragment's `handover` parameter stay.
  { word: /(?<!auth\/|[#&'`]|\{ )\bhand-?over/, instead: 'OAuth state' },
  { word: /\bbring-?photo/, instead: 'upload job' },
  { word: /\bkeep-?current\b/, instead: 'refetch on revision' },
  { word: /\bvisitor-?attention\b/, instead: 'apply when idle' },
  { word: /\bpost-?office\b/, instead: 'SMTP transport' },
  { word: /\btelling-?endpoints?\b/, instead: 'e-mail enumeration' },
  { word: /\bgoes? on by itself\b/, instead: 'continues' },
  { word: /\bmoving house\b/, instead: 'transfer' },
]
