import type { Language } from './language.ts'

/** The letters and signs of each language. No two of them share a script (UAX #24). */
const scripts: readonly (readonly [Language, RegExp])[] = [
  ['en', /\p{Script=Latin}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['ta', /\p{Script=Tamil}/gu],
]

/**
 * The language of a text that is in another script than the page's: for its attribute `lang`, by which screen readers and fonts
 * are chosen. `undefined`: it is in that of the page, or has no letters. Of several scripts, the one with the most letters counts.
 */
export function foreignLanguage(text: string, page: string): Language | undefined {
  const [most] = scripts
    .map(([language, letters]) => ({ language, count: text.match(letters)?.length ?? 0 }))
    .toSorted((one, other) => other.count - one.count)
  return most === undefined || most.count === 0 || most.language === page ? undefined : most.language
}
