import { foldWords, readCursor } from '../domain/catalogue/catalogue-query.ts'
import { managedStates, type ManagedQuery } from '../domain/catalogue/managed-list.ts'
import { ShopError } from '../domain/errors.ts'
import { isItemId } from '../domain/item.ts'
import { fill } from '../domain/template.ts'
import { problems } from '../messages/messages.ts'

/**
 * Reads what an owner looks for from the query of `managedListPath`, with folded words. Unknown parameters are ignored.
 *
 * @throws ShopError `invalid-request`.
 */
export function readManagedQuery(search: URLSearchParams): ManagedQuery {
  const isRepeated = ['q', 'state', 'after'].some((name) => search.getAll(name).length > 1)
  const wanted = search.get('state') || 'all'
  const state = managedStates.find((each) => each === wanted)
  const cursor = readCursor(search.get('after') || null, null, 1)
  if (isRepeated || state === undefined || cursor === undefined) {
    throw new ShopError('invalid-request', fill(problems.badList, { states: managedStates.join(', ') }))
  }
  return { words: foldWords(search.get('q') ?? ''), state, cursor }
}

/**
 * The id in what an owner typed or pasted, if that can be an item's id or link. Most single words can be an id: it counts only
 * for an item that exists.
 */
export function idIn(typed: string): string | undefined {
  const text = typed.trim()
  const [beginning = ''] = text.split(/[?#]/)
  const [, id = ''] = /^(?:\S*\/item\/)?([\w-]{1,128})\/?$/.exec(beginning) ?? []
  return isItemId(id) && !/\s/.test(text) ? id : undefined
}
