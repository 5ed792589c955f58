import { z } from 'zod'

/**
 * The version of the format that is written. Older ones are read as well: 1 had no `sold`, `hidden` and `removedAt`, 2 no
 * `photos`.
 * `docs/transfer.md` describes it.
 */
export const formatVersion = 3

/** The first line: what the file is. */
export const headShape = z.object({ format: z.literal('stockinette-items'), version: z.int().positive() })

/** The last line: how many items came before it, so that a file that was cut off is known by it. */
export const endShape = z.strictObject({ items: z.int().nonnegative() })

export type Head = z.infer<typeof headShape>
export type End = z.infer<typeof endShape>
