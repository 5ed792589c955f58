import { parseArgs } from 'node:util'

import { demoItems } from './demo-items.ts'

/** More would say no more about a large shop; `bench` has those. */
const maxPieces = 1_000

/** For `--help`. */
export const usage = `Usage: npm run demo -- [--pieces NUMBER], from ${demoItems.length} to ${maxPieces}.`

/** How many items the demo adds. @throws Error that says how to call it. */
export function readPieceCount(args: readonly string[]): number {
  const text = readOption(args)
  if (text === undefined) return demoItems.length
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count >= demoItems.length && count <= maxPieces) return count
  throw new Error(`'${text}' is not a possible number of pieces. ${usage}`)
}

function readOption(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { pieces: { type: 'string' } } }).values.pieces
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)} ${usage}`, { cause: error })
  }
}
