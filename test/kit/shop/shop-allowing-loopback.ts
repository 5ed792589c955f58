/** The built shop, for which this machine is a part of the public web: tests serve it pictures from here. */
import { run } from '../../../server.ts'
import { publicWeb } from '../../../src/photos/remote-copy/fetch-picture.ts'

Object.assign(publicWeb, { isAddressAllowed: () => true, isPortAllowed: () => true })
await run()
