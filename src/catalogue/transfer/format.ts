import { z } from 'zod'

/**
 * The version of the format that is written. Older ones can be read: version 1 had no `sold`, `hidden` and `removedAt`,
 * version 2 no `photos`.
 * `docs/transfer.md` describes it.
 */
export const formatVersion = 3

/** The first line: the header. */
export const headShape = z.object({ format: z.literal('stockinette-items'), version: z.int().positive() })

/** The last line: the number of items, which shows whether the file is complete. */
export const endShape = z.strictObject({ items: z.int().nonnegative() })

export type Head = z.infer<typeof headShape>
export type End = z.infer<typeof endShape>
