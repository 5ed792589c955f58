import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve } from '@hono/node-server'
import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { createTestIdentity } from '../src/emulator/test-identity.ts'
import { defaultSettings } from '../src/index.ts'
import type { Service } from './service.ts'

const projectId = 'stockinette'

/** Serves our identity service alone, in test mode, on a free port. */
export async function startOurService(): Promise<Service & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'our-identity-')))
  const identity = await createTestIdentity({
    dataDir: folder.path,
    projectId,
    log: pino({ level: 'silent' }),
    mailer: { send: () => Promise.resolve('accepted') },
    settings: { ...defaultSettings, isRateLimited: false },
    allowsAnyHost: true,
  })
  started.defer(() => identity.close())
  let origin = ''
  const server = serve({
    fetch: (request) => identity.fetch(request, { address: toAddress('127.0.0.1'), origin }),
    hostname: '127.0.0.1',
    port: 0,
  })
  started.defer(() => once(server.close(), 'close').then(() => undefined))
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const opened = started.move()
  return { name: 'ours', origin, projectId, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
