/** A process for tests: SQLite fails in it with the result code given on its command line. Prints the error's code. */
import { orStorageUnavailable, StorageUnavailableError } from './errors.ts'

try {
  orStorageUnavailable(() => {
    throw Object.assign(new Error('disk I/O error'), { errcode: Number(process.argv[2]) })
  })
} catch (error) {
  process.stdout.write(error instanceof StorageUnavailableError ? error.code : String(error))
}
