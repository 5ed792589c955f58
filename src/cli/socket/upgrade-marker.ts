import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file that is in a data folder while an upgrade may still be undone: a shop that finds it opens to nobody until it is told
 * to, or until it has waited long enough. To undo an upgrade, first stop the shop, and then look whether the file is still
 * there.
 */
export const upgradeMarker = 'upgrade-unfinished'

/** Whether an upgrade has begun, and the shop has not been opened since. */
export function mayBeUndone(dataDir: string): boolean {
  return existsSync(join(dataDir, upgradeMarker))
}
