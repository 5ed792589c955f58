/**
 * A process for tests: opens the data folder given on its command line and a database in it, prints one line with the
 * result, and keeps both open until its input ends.
 */
import { join } from 'node:path'

import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './database.ts'
import { StartError } from './errors.ts'

try {
  const folder = openDataFolder(process.argv[2] ?? '')
  openDatabase(join(folder.path, 'shop.db'), ['CREATE TABLE item (name TEXT) STRICT'])
  console.log('open')
  process.stdin.resume()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.log(error.message)
}
