/**
 * A process for tests: opens the data folder named on its command line and a file in it, says how that went in one line,
 * and keeps them until its input ends.
 */
import { join } from 'node:path'

import { StartError } from '../../../src/domain/errors.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './database.ts'

try {
  const folder = openDataFolder(process.argv[2] ?? '')
  openDatabase(join(folder.path, 'shop.db'), ['CREATE TABLE piece (name TEXT) STRICT'])
  console.log('open')
  process.stdin.resume()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.log(error.message)
}
