import type { DatabaseSync } from 'node:sqlite'

import { StartError } from '@stockinette/sqlite/errors.ts'

/** `TEST`, in the header of the file (sqlite.org/pragma.html, application_id). Other files of the service have 0. */
const testModeId = 0x54455354

/**
 * Marks a database of test mode, where anyone can sign in as anyone: none of its accounts may count outside of it, and no
 * account of others may be opened in it. A database without accounts belongs to the mode that opens it.
 *
 * @throws StartError when the database belongs to the other mode.
 */
export function requireOwnMode(database: DatabaseSync, isTestMode: boolean): void {
  const wasTestMode = database.prepare('PRAGMA application_id').get()?.['application_id'] === testModeId
  if (wasTestMode === isTestMode) return
  const isEmpty = database.prepare('SELECT uid FROM accounts LIMIT 1').get() === undefined
  if (!isEmpty) throw new StartError(isTestMode ? refusals.inTestMode : refusals.inNormalMode)
  database.exec(`PRAGMA application_id = ${isTestMode ? testModeId : 0}`)
}

const refusals = {
  inTestMode:
    'The accounts of this data folder were not made in test mode, where anyone could sign in as any of them. ' +
    'Set SHOP_DATA_DIR to a folder for tests, or start without test mode.',
  inNormalMode:
    'The accounts of this data folder were made in test mode (SHOP_IDENTITY_EMULATOR=1), where anyone can sign in as anyone. ' +
    'Set SHOP_DATA_DIR to another folder.',
} as const
