import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { pino } from 'pino'

import { createNoticeMail } from './notice-mail.ts'
import type { NewNotice } from './notices.ts'
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

test('createNoticeMail: of many notices, 20 are mailed to each owner, and then 20 an hour; all are listed', async () => {
  const clock = { now: 0 }
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const mailed: string[] = []
  const listed: NewNotice[] = []
  const mailer = {
    send: async ({ to }: { to: string }) => {
      mailed.push(to)
      return 'accepted' as const
    },
  }
  const limits = createRateLimits({ enabled: true, now: () => clock.now })
  const mail = createNoticeMail({ mailer, link: 'https://wool.example/manage', limits, log })
  const notify = createNotify({ owners, notices: { add: async (notice) => void listed.push(notice) }, mail, log })
  const notifyTimes = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await notify({ kind: 'payment', byUid: 'mary', about: String(sent) })
    return [mailed.filter((to) => to.startsWith('mary')).length, mailed.length, listed.length, lines.length]
  }
  assert.deepEqual(await notifyTimes(20), [20, 40, 20, 0])
  assert.deepEqual(await notifyTimes(5), [20, 40, 25, 1])
  assert.match(lines.join(), /not all are mailed/)
  clock.now += 3_600_000
  assert.deepEqual(await notifyTimes(21), [40, 80, 46, 2])
})
