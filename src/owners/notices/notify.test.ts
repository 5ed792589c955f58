import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pino } from 'pino'

import { createNotify } from './notify.ts'

const owners = {
  list: async () => ['mary', 'nimal'].map((uid) => ({ uid, email: `${uid}@example.com`, since: new Date(0) })),
}

test('createNotify: while no notice can be stored, each owner is mailed, and the failure is logged', async () => {
  const lines: string[] = []
  const mailed: string[] = []
  const notify = createNotify({
    owners,
    notices: { add: async () => Promise.reject(new Error('database or disk is full')) },
    mail: async (to, { kind, by, about }) => {
      mailed.push([to, kind, by, about].join(' '))
      return 'accepted'
    },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  await notify({ kind: 'number', byUid: 'mary', about: '94771234567' })
  const rest = 'number mary@example.com 94771234567'
  assert.deepEqual(mailed, [`mary@example.com ${rest}`, `nimal@example.com ${rest}`])
  assert.match(lines.join(), /disk is full.*an owner could not be told of a change/)
  assert.equal(lines.length, 1)
})

test('createNotify: that the mail server refuses the address of an owner is logged for each', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const notify = createNotify({ owners, notices: { add: async () => {} }, mail: async () => 'refused', log })
  await notify({ kind: 'number', byUid: 'mary', about: '94771234567' })
  assert.equal(lines.length, 2)
  for (const line of lines) assert.match(line, /refused the address.*an owner could not be told of a change/)
})
