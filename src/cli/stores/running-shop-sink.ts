import { toItemLine } from '../../catalogue/transfer/item-line.ts'
import type { ItemSink, PutOutcome } from '../../catalogue/transfer/transfer.ts'
import { RefusedError } from '../command.ts'
import { sendToRunningShop } from '../socket/admin-client.ts'

/**
 * Adds items through the shop that runs on a data folder; `undefined` when none runs.
 *
 * @throws RefusedError, from `put`, when the shop stops meanwhile or cannot store them.
 */
export async function findRunningShopSink(dataDir: string): Promise<ItemSink | undefined> {
  const put: ItemSink['put'] = async (items) => {
    const request = { command: 'put', input: { items: items.map(toItemLine) } }
    const answer = await sendToRunningShop<{ arrivals: readonly PutOutcome[] }>(dataDir, request)
    if (answer === undefined) throw new RefusedError('The shop stopped during the import.')
    return answer.arrivals
  }
  const isRunning = (await sendToRunningShop(dataDir, { command: 'put', input: { items: [] } })) !== undefined
  return isRunning ? { put } : undefined
}
