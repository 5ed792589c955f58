import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { accountActionPath } from '../src/domain/page-paths.ts'
import { timeoutsMs } from '../src/web/http-server.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')

describe('stockinette.service', () => {
  it('lets the Node of Debian start, which is ended by a system call that is not in @system-service', async () => {
    const rules = [...(await read('deploy/stockinette.service')).matchAll(/^SystemCall(?:Filter|ErrorNumber)=.*$/gm)]
    assert.deepEqual(rules.flat(), ['SystemCallFilter=@system-service @pkey', 'SystemCallErrorNumber=EPERM'])
  })

  it('has no more rights than the shop needs', async () => {
    const lines = (await read('deploy/stockinette.service')).split('\n')
    for (const line of [
      'StateDirectoryMode=0700',
      'UMask=0077',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
    ]) {
      assert.ok(lines.includes(line), line)
    }
  })

  it('keeps running when the kernel kills the process that decodes photos', async () => {
    assert.match(await read('deploy/stockinette.service'), /^OOMPolicy=continue$/m)
  })

  it('does not try again after a wrong setting', async () => {
    assert.match(await read('deploy/stockinette.service'), /^RestartPreventExitStatus=78$/m)
  })

  it('waits longer for the end of a shop than the shop waits for pending requests and for Firestore', async () => {
    const seconds = /^TimeoutStopSec=(\d+)$/m.exec(await read('deploy/stockinette.service'))?.[1]
    assert.ok(timeoutsMs.close < timeoutsMs.end)
    assert.ok(timeoutsMs.end < Number(seconds) * 1_000, `${seconds} s`)
  })

  it('may write to the backup folder of its settings, and starts without that folder', async () => {
    const folder = /^SHOP_BACKUP_DIR=(.+)$/m.exec(await read('deploy/stockinette.env'))?.[1]
    const writable = /^ReadWritePaths=(.+)$/m.exec(await read('deploy/stockinette.service'))?.[1]
    assert.ok(folder)
    assert.equal(writable, `-${folder}`)
  })
})

describe('proxies', () => {
  for (const [file, idle] of [
    ['Caddyfile', /^\t+keepalive (\d+)s$/m],
    ['nginx.conf', /^\tkeepalive_timeout (\d+)s;$/m],
  ] as const) {
    it(`${file}: end idle connections before the shop does`, async () => {
      const seconds = Number(idle.exec(await read(`deploy/${file}`))?.[1])
      assert.ok(seconds * 1_000 < timeoutsMs.keepAlive, `${seconds} s`)
    })
  }

  for (const [file, block, expected] of [
    // Outside of any site: the lines of a site's requests and of its errors go to the same log.
    [
      'Caddyfile',
      '{\n\tlog {\n\t\tformat filter {\n\t\t\twrap json\n\t\t\tfields {\n\t\t\t\trequest>uri query',
      ['replace oobCode REDACTED'],
    ],
    ['nginx.conf', `location = ${accountActionPath}`, ['access_log off;', 'error_log /var/log/nginx/error.log crit;']],
  ] as const) {
    it(`${file}: leave the codes of action links out of their logs, of requests and of errors`, async () => {
      const [, inside = ''] = `\n${await read(`deploy/${file}`)}`.split(`${block} {\n`)
      const lines = inside.slice(0, inside.indexOf('}')).split('\n')
      for (const line of expected) assert.ok(lines.map((written) => written.trim()).includes(line), line)
    })
  }
})

describe('rules and indexes of Firestore', () => {
  it('are at the paths in firebase.json', async () => {
    const { firestore } = JSON.parse(await read('deploy/firebase.json')) as { firestore: Record<string, string> }
    for (const file of Object.values(firestore)) assert.ok(existsSync(join(root, 'deploy', file)), file)
  })

  it('deny all access to browsers', async () => {
    const rules = await read('deploy/firestore.rules')
    assert.deepEqual(rules.match(/allow .*/g), ['allow read, write: if false;'])
  })
})
