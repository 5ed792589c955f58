import { z } from 'zod'

import { parseItemLine } from '../../catalogue/transfer/item-line.ts'
import { createTieBreaker } from '../../catalogue/transfer/tie-breaker.ts'
import type { ItemSink } from '../../catalogue/transfer/transfer.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import type { AdminCommands } from './run-admin-command.ts'

const putShape = z.object({ items: z.array(z.unknown().transform(toItem)) })

/** Commands for items: `put` adds items, each in the format of a line of the export file. */
export function createItemCommands(sink: ItemSink): AdminCommands {
  return new Map([
    [
      'put',
      async (input) => {
        const { items } = putShape.parse(input)
        // Tie-breakers count within this request: a shop with a socket uses SQLite, which only needs the order.
        return { arrivals: await sink.put(items.map(createTieBreaker())) }
      },
    ],
  ])
}

function toItem(value: unknown, context: z.RefinementCtx): StoredItem {
  const item = parseItemLine(value)
  if (typeof item !== 'string') return item
  context.addIssue(item)
  return z.NEVER
}
