import { toItemLine } from '../../catalogue/transfer/item-line.ts'
import type { ItemLine } from '../../catalogue/transfer/item-line.ts'
import type { PutOutcome, ItemSink, TransferItem } from '../../catalogue/transfer/transfer.ts'
import { RefusedError } from '../connect.ts'
import { askRunningShop } from '../socket/admin-client.ts'

/** A request may have a megabyte; what an item takes is counted in characters, of up to three bytes. */
const maxCharacters = 250_000

/**
 * Brings items to the shop that runs on a data folder; `undefined` when none does.
 *
 * @throws RefusedError, from `put`, when the shop stops on the way or cannot keep them.
 */
export async function findRunningShopSink(dataDir: string): Promise<ItemSink | undefined> {
  const put = async (items: readonly ItemLine[]): Promise<readonly PutOutcome[] | undefined> => {
    const result = await askRunningShop(dataDir, { command: 'put', input: { items } })
    if (result === undefined) return undefined
    if ('problem' in result) throw new RefusedError(result.problem)
    return (result.answer as { arrivals: PutOutcome[] }).arrivals
  }
  if ((await put([])) === undefined) return undefined
  return {
    async put(items) {
      const arrivals: PutOutcome[] = []
      for (const portion of portionsOf(items)) {
        const arrived = await put(portion)
        if (arrived === undefined) throw new RefusedError('The shop stopped meanwhile.')
        arrivals.push(...arrived)
      }
      return arrivals
    },
  }
}

/** As many at once as a request can carry. */
function* portionsOf(items: readonly TransferItem[]): Generator<ItemLine[]> {
  let portion: ItemLine[] = []
  let characters = 0
  for (const item of items) {
    const line = toItemLine(item)
    const { length } = JSON.stringify(line)
    if (characters + length > maxCharacters) {
      yield portion
      portion = []
      characters = 0
    }
    portion.push(line)
    characters += length
  }
  if (portion.length > 0) yield portion
}
