import { parseArgs } from 'node:util'

import { demoItems } from './demo-items.ts'

/** More would say no more about a large shop; `bench` has those. */
const maxPieces = 1_000

/** For `--help`. */
export const usage = `Usage: npm run demo -- [--pieces NUMBER], from ${demoItems.length} to ${maxPieces}.`

/** How many items the demo adds. @throws Error that says how to call it. */
export function readPieceCount(args: readonly string[]): number {
  try {
    const { pieces = String(demoItems.length) } = parseArgs({
      args: [...args],
      options: { pieces: { type: 'string' } },
    }).values
    const count = /^\d{1,9}$/.test(pieces) ? Number(pieces) : Number.NaN
    if (count >= demoItems.length && count <= maxPieces) return count
    throw new Error(`'${pieces}' is not a possible number of pieces.`)
  } catch (error) {
    throw new Error(`${(error as Error).message} ${usage}`, { cause: error })
  }
}
