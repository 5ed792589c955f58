import { hash, randomInt } from 'node:crypto'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 20

/** A new item's id: 20 random characters of `A-Za-z0-9` (119 bits). */
export function createItemId(): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}

/** The id of the item that is added under this key, of the same form: a hash of the key. */
export function itemIdOf(key: string): string {
  let rest = BigInt(`0x${hash('sha256', key)}`)
  let id = ''
  while (id.length < length) {
    id += characters[Number(rest % BigInt(characters.length))]
    rest /= BigInt(characters.length)
  }
  return id
}
