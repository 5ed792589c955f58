import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { readConfig } from '../../config/config.ts'
import { shopVersion } from '../../process/version.ts'
import { sendCommand } from '../send-command.ts'
import { sendToRunningShop } from './admin-client.ts'
import { waitForUpgrade } from './upgrade-gate.ts'
import { upgradeMarker } from './upgrade-marker.ts'

const log = pino({ level: 'silent' })

/** A data folder during an upgrade, and what a command asks the shop that waits there. */
function prepare(folder: string) {
  const marker = join(folder, upgradeMarker)
  writeFileSync(marker, '')
  const ask = async (command: string) => {
    for (;;) {
      const answer = await sendToRunningShop<object>(folder, { command, input: {} })
      if (answer !== undefined) return answer
    }
  }
  return { marker, ask }
}

describe('a shop that is upgraded', () => {
  it('waits until it is told to open, and says until then whether it is healthy', async (t) => {
    const folder = temporaryFolder(t)
    const { marker, ask } = prepare(folder)
    const troubles = [
      async () => Promise.reject(new Error('The pieces cannot be read.')),
      async () => 'The disk is full.',
      async () => undefined,
    ]
    let isOpen = false
    const waiting = waitForUpgrade(folder, { trouble: () => troubles.shift()!(), log }).then(() => (isOpen = true))
    assert.deepEqual(await ask('upgrade-ready'), { version: shopVersion, trouble: 'The pieces cannot be read.' })
    assert.deepEqual(await ask('upgrade-ready'), { version: shopVersion, trouble: 'The disk is full.' })
    assert.deepEqual(await ask('upgrade-ready'), { version: shopVersion, trouble: null })
    for (const command of ['backup', 'status']) {
      const message = 'The shop is being upgraded, and opens within a minute. Try again then.'
      await assert.rejects(ask(command), { name: 'RefusedError', message })
    }
    assert.deepEqual([isOpen, existsSync(marker)], [false, true])
    assert.deepEqual(await ask('upgrade-open'), {})
    assert.ok(!existsSync(marker), 'the answer came while the upgrade could still be undone')
    await waiting
  })

  it('opens by itself when the command is gone', async (t) => {
    const folder = temporaryFolder(t)
    const { marker } = prepare(folder)
    await waitForUpgrade(folder, { trouble: async () => undefined, log, patienceMs: 1 })
    assert.ok(!existsSync(marker))
  })

  it('has no command store anything that would go with the upgrade', async (t) => {
    const folder = temporaryFolder(t)
    const { marker } = prepare(folder)
    const config = readConfig({ SHOP_DATA_DIR: folder })
    const add = () =>
      sendCommand(config, { command: 'owner-add', input: { who: 'mary@example.com' } }, { mayCreate: true })
    await assert.rejects(add, { name: 'RefusedError', message: /is being upgraded/ })
    assert.deepEqual(readdirSync(folder).toSorted(), ['shop.lock', upgradeMarker])
    rmSync(marker)
    await add()
  })

  it('does not wait without an upgrade', async (t) => {
    await waitForUpgrade(temporaryFolder(t), { trouble: async () => undefined, log })
  })
})
