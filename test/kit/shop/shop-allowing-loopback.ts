/** The built shop, which may fetch images from this machine: tests serve them from loopback. */
import { run } from '../../../server.ts'
import { publicWeb } from '../../../src/photos/remote-copy/fetch-image.ts'

Object.assign(publicWeb, { isAddressAllowed: () => true, isPortAllowed: () => true })
await run()
