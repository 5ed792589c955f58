import { randomInt } from 'node:crypto'

import { toTimePrefix } from '../tokens/time-prefix.ts'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomCharacters = 19

/**
 * A new account's id: 28 characters of `A-Za-z0-9`, as Firebase Authentication makes them, of which 113 bits are random.
 *
 * @param at when the account is made, which the id begins with.
 */
export function newUid(at: Date): string {
  const random = Array.from({ length: randomCharacters }, () => characters[randomInt(characters.length)])
  return toTimePrefix(at) + random.join('')
}
