/** A process for tests: SQLite fails in it with the result code on its command line. */
import { isShopError } from '../../../src/domain/errors.ts'
import { orStorageUnavailable } from './storage-unavailable.ts'

try {
  orStorageUnavailable(() => {
    throw Object.assign(new Error('disk I/O error'), { errcode: Number(process.argv[2]) })
  })
} catch (error) {
  process.stdout.write(isShopError(error) ? error.code : String(error))
}
