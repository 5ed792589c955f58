import type { PasswordPolicy } from '@stockinette/identity'

/** Firebase's own limits for a policy. (identity-platform: REST, CustomStrengthOptions) */
const limits = { lowestMin: 6, highestMin: 30, highestMax: 4096 }

export const policyForm =
  'a comma-separated list of min=6 (6 to 30), max=128 (up to 4096), lower, upper, digit, other, enforce; each at most once'

const rule = /^(?:(?<length>min|max)=(?<characters>\d{1,4})|(?<flag>lower|upper|digit|other|enforce))$/

/** Parses a policy such as `min=8,max=128,digit,enforce`; `undefined` if it is invalid. */
export function parsePasswordPolicy(value: string): PasswordPolicy | undefined {
  const lengths = new Map<string, number>()
  const flags = new Set<string>()
  for (const word of value.split(',')) {
    const { length, characters, flag } = rule.exec(word.trim())?.groups ?? {}
    if (length !== undefined && !lengths.has(length)) lengths.set(length, Number(characters))
    else if (flag !== undefined && !flags.has(flag)) flags.add(flag)
    else return undefined // It is unknown or repeated.
  }
  const minLength = lengths.get('min') ?? limits.lowestMin
  const maxLength = lengths.get('max')
  const isMinValid = minLength >= limits.lowestMin && minLength <= limits.highestMin
  const isMaxValid = maxLength === undefined || (maxLength >= minLength && maxLength <= limits.highestMax)
  if (!isMinValid || !isMaxValid) return undefined
  return {
    minLength,
    maxLength,
    needsLowercase: flags.has('lower'),
    needsUppercase: flags.has('upper'),
    needsDigit: flags.has('digit'),
    needsOther: flags.has('other'),
    isEnforced: flags.has('enforce'),
  }
}
