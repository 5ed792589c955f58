import { randomInt } from 'node:crypto'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new item's id: 20 characters of `A-Za-z0-9`, 119 bits that nobody can guess. */
export function createItemId(): string {
  let id = ''
  while (id.length < 20) id += characters[randomInt(characters.length)]
  return id
}
