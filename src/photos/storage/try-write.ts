import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { withStorage } from './storage-errors.ts'

/** The size of a photo's larger files: with less space, no photo can be stored. */
const bytes = 1024 ** 2

/**
 * Checks that a folder is writable by writing and removing a file. If the process ends in between, the next start
 * removes the file.
 *
 * @throws ShopError `storage-unavailable` when it is not.
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
