import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pino } from 'pino'

import { createNotify } from './notify.ts'

test('createNotify: while no notice can be stored, each owner is mailed, and the failure is logged', async () => {
  const lines: string[] = []
  const mailed: string[] = []
  const notify = createNotify({
    owners: {
      list: async () => ['mary', 'nimal'].map((uid) => ({ uid, email: `${uid}@example.com`, since: new Date(0) })),
    },
    notices: { add: async () => Promise.reject(new Error('database or disk is full')) },
    mail: async (to, { kind, by, about }) => mailed.push([to, kind, by, about].join(' ')),
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  await notify({ kind: 'number', byUid: 'mary', about: '94771234567' })
  const rest = 'number mary@example.com 94771234567'
  assert.deepEqual(mailed, [`mary@example.com ${rest}`, `nimal@example.com ${rest}`])
  assert.match(lines.join(), /disk is full.*an owner could not be told of a change/)
  assert.equal(lines.length, 1)
})
