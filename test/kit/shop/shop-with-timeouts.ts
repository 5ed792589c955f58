/** The built shop with other timeouts: `TEST_TIMEOUTS_MS` has them as JSON. */
import { run } from '../../../server.ts'
import { timeoutsMs } from '../../../src/web/http-server.ts'

Object.assign(timeoutsMs, JSON.parse(process.env['TEST_TIMEOUTS_MS'] ?? '{}'))
await run()
