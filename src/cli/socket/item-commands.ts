import { z } from 'zod'

import { parseItemLine } from '../../catalogue/transfer/item-line.ts'
import { createTieBreaker } from '../../catalogue/transfer/tie-breaker.ts'
import type { ItemSink } from '../../catalogue/transfer/transfer.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import type { AdminCommands } from './answer.ts'

const putShape = z.object({ items: z.array(z.unknown().transform(toItem)) })

/** What the command line can have done with items: `put` keeps those that it is given, each as a line of the file has it. */
export function createItemCommands(sink: ItemSink): AdminCommands {
  return new Map([
    [
      'put',
      async (input) => {
        const { items } = putShape.parse(input)
        // Places count within this request: a shop with a socket is on SQLite, which goes by the order alone.
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
