import type { PasswordPolicy } from '@stockinette/identity'

/** Firebase's own limits for a policy. (identity-platform: REST, CustomStrengthOptions) */
const limits = { lowestMin: 6, highestMin: 30, highestMax: 4096 }

export const policyForm =
  'a comma-separated list of min=6 (6 to 30), max=128 (up to 4096), lower, upper, digit, other, enforce; each at most once'

/** Reads `min=8,max=128,digit,enforce`; `undefined` if it is no policy. */
export function parsePasswordPolicy(value: string): PasswordPolicy | undefined {
  const words = value.split(',').map((word) => word.trim())
  const lengths = new Map(words.flatMap((word) => [readLength(word)].filter((length) => length !== undefined)))
  const flags = new Set(words.filter((word) => /^(?:lower|upper|digit|other|enforce)$/.test(word)))
  const minLength = lengths.get('min') ?? limits.lowestMin
  const maxLength = lengths.get('max')
  const isComplete = lengths.size + flags.size === words.length
  const isMinValid = minLength >= limits.lowestMin && minLength <= limits.highestMin
  const isMaxValid = maxLength === undefined || (maxLength >= minLength && maxLength <= limits.highestMax)
  if (!isComplete || !isMinValid || !isMaxValid) return undefined
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

function readLength(word: string): [name: string, length: number] | undefined {
  const [, name, digits] = /^(min|max)=(\d{1,4})$/.exec(word) ?? []
  return name === undefined ? undefined : [name, Number(digits)]
}
