import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { addItem } from '../api-client.ts'
import { minimalItem } from '../sample-items.ts'
import { nameOf } from './archives.ts'
import { Machine } from './machine.ts'

const settings = '/etc/stockinette.env'
export const command = '/usr/local/bin/stockinette'
export const dataDir = '/var/lib/stockinette'

/** The version that is installed; its archive is one of those that the machine finds. */
export const first = '1.9.0'

/** Where a machine finds the archive of a version. */
export const archiveOf = (version: string): string => `/opt/archives/${nameOf(version)}.tar.xz`

/** A machine on which the first version runs, with a piece, and its data and backups on small disks. */
export async function installShop(archives: string) {
  await using started = new AsyncDisposableStack()
  const machine = started.use(await Machine.start(archives))
  const url = `http://localhost:${machine.port}`
  machine.must('mkdir', '-p', '/srv/stockinette')
  machine.must('tar', '-xf', archiveOf(first), '-C', '/srv/stockinette')
  machine.must(`/srv/stockinette/${nameOf(first)}/stockinette`, 'install')
  for (const [folder, size] of [
    [dataDir, '16m'],
    ['/var/backups/stockinette', '64m'],
  ] as const) {
    machine.must('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
    machine.must('install', '-d', '-o', 'stockinette', '-g', 'stockinette', '-m', '700', folder)
  }
  const sample = readFileSync(machine.seen(settings), 'utf8').replace(/^SHOP_ORIGIN=.*$/m, '')
  machine.write(settings, `${sample}\nPORT=${machine.port}\n`)
  machine.must('systemctl', 'enable', '--now', 'stockinette')
  const shop = {
    machine,
    url,
    /** The version that answers, once it does. */
    async version(): Promise<string> {
      for (;;) {
        const answer = await fetch(`${url}/healthz`).catch(() => undefined)
        if (answer?.ok === true) return ((await answer.json()) as { version: string }).version
        await wait(50)
      }
    },
    async titles(): Promise<string[]> {
      const { items } = (await (await fetch(`${url}/api/items`)).json()) as { items: { title: string }[] }
      return items.map(({ title }) => title)
    },
    upgradeTo: (version: string) => machine.run(command, 'upgrade', archiveOf(version)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
  assert.equal(await shop.version(), first)
  await addItem(url, minimalItem('Before'))
  const kept = started.move()
  return shop
}

export type InstalledShop = Awaited<ReturnType<typeof installShop>>
