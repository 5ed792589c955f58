import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { withStorage } from './storage-errors.ts'

/** As much as a photo's larger files: where less has room, no photo has. */
const bytes = 1024 ** 2

/**
 * Writes a file into a folder and removes it again, to see whether that can be done. Its name is one that is removed at
 * the next start, should this process end meanwhile.
 *
 * @throws ShopError `storage-unavailable` when it cannot.
 */
export async function tryWrite(folder: string): Promise<void> {
  const path = join(folder, `.unfinished-${randomUUID()}`)
  await withStorage(async () => {
    try {
      await using file = await open(path, 'wx', 0o600)
      await file.writeFile(Buffer.alloc(bytes))
      await file.sync()
    } finally {
      await rm(path, { force: true })
    }
  })
}
