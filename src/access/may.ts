import type { Visitor } from './access.ts'

/** Whether someone may add an item: everyone who is signed in, anonymously too. `undefined` is nobody. */
export function mayAdd(visitor: Visitor | undefined): boolean {
  return visitor !== undefined
}
