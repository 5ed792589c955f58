import { randomInt } from 'node:crypto'

import { toTimePrefix } from '../tokens/time-prefix.ts'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomCharacters = 19

/**
 * Creates an account id: 28 characters of `A-Za-z0-9`, as in Firebase Authentication, with 113 random bits.
 *
 * @param at when the account is created; the id starts with it.
 */
export function newUid(at: Date): string {
  const random = Array.from({ length: randomCharacters }, () => characters[randomInt(characters.length)])
  return toTimePrefix(at) + random.join('')
}
