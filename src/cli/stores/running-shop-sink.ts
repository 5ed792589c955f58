import { toItemLine, type ItemLine } from '../../catalogue/transfer/item-line.ts'
import type { ItemSink, PutOutcome } from '../../catalogue/transfer/transfer.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { RefusedError } from '../command.ts'
import { sendToRunningShop } from '../socket/admin-client.ts'

/** Limit for one request of at most a megabyte. Counted in characters, which have up to three bytes. */
const maxCharacters = 250_000

/**
 * Adds items through the shop that runs on a data folder; `undefined` when none runs.
 *
 * @throws RefusedError, from `put`, when the shop stops meanwhile or cannot store them.
 */
export async function findRunningShopSink(dataDir: string): Promise<ItemSink | undefined> {
  const put = async (items: readonly ItemLine[]): Promise<readonly PutOutcome[] | undefined> => {
    const request = { command: 'put', input: { items } }
    return (await sendToRunningShop<{ arrivals: PutOutcome[] }>(dataDir, request))?.arrivals
  }
  if ((await put([])) === undefined) return undefined
  return {
    async put(items) {
      const outcomes: PutOutcome[] = []
      for (const chunk of chunksOf(items)) {
        const added = await put(chunk)
        if (added === undefined) throw new RefusedError('The shop stopped during the import.')
        outcomes.push(...added)
      }
      return outcomes
    },
  }
}

/** Splits items into chunks that fit into a request. */
function* chunksOf(items: readonly StoredItem[]): Generator<ItemLine[]> {
  let chunk: ItemLine[] = []
  let characters = 0
  for (const item of items) {
    const line = toItemLine(item)
    const { length } = JSON.stringify(line)
    if (characters + length > maxCharacters) {
      yield chunk
      chunk = []
      characters = 0
    }
    chunk.push(line)
    characters += length
  }
  if (chunk.length > 0) yield chunk
}
