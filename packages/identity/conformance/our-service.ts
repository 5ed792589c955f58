import type { AddressInfo } from 'node:net'

import { serve } from '@hono/node-server'
import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { createTestIdentity } from '../src/emulator/test-identity.ts'
import { defaultSettings } from '../src/index.ts'

// Serves our identity service alone, in test mode, on a free port.
const [dataDir = ''] = process.argv.slice(2)
const identity = await createTestIdentity({
  dataDir,
  projectId: 'stockinette',
  log: pino({ level: 'silent' }),
  mailer: { send: () => Promise.resolve('accepted') },
  settings: { ...defaultSettings, isRateLimited: false },
  allowsAnyHost: true,
})
let origin = ''
const server = serve(
  {
    fetch: (request) => identity.fetch(request, { address: toAddress('127.0.0.1'), origin }),
    hostname: '127.0.0.1',
    port: 0,
  },
  ({ port }: AddressInfo) => {
    origin = `http://localhost:${port}`
    process.stdout.write(`The identity service is open at ${origin}\n`)
  },
)
process.once('SIGINT', () => server.close(() => void identity.close()))
