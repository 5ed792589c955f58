import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { Hono } from 'hono'
import { pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import type { Photo } from '../domain/photo.ts'
import { toSettingsRequest, type ShopSettings } from '../domain/shop-settings.ts'
import { createNotify } from '../owners/notices/notify.ts'
import { createSqliteNotices } from '../owners/notices/sqlite-notices.ts'
import { createPermissions } from '../owners/permissions.ts'
import type { Bindings } from '../web/bindings.ts'
import { noteClientAddress } from '../web/middleware/client-address.ts'
import { createFaultLog, toErrorResponse } from '../web/middleware/error-response.ts'
import { createLimits } from '../web/shop-limits.ts'
import { createSettingsApi } from './settings-api.ts'
import { createSqliteSettings } from './sqlite-settings.ts'

const owner = { uid: 'mary', email: 'mary@example.com', since: new Date(0) }

const visitor = { ...owner, verifiedEmail: owner.email, isAnonymous: false, signInProvider: 'password' }

interface Options {
  /** Happens while the storage of photos is asked for one that is saved. */
  readonly onTouch?: () => unknown
  /** The shop has none of the photos. */
  readonly isPhotoMissing?: boolean
  readonly markUsed?: () => Promise<Photo | undefined>
}

/** The API of a shop, called by its owner. */
function open(t: TestContext, { onTouch, isPhotoMissing, markUsed = async () => undefined }: Options = {}) {
  const database = openShopDatabase({ path: temporaryFolder(t) })
  t.after(() => database[Symbol.dispose]())
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  let isOwner = true
  let signedInAt = new Date()
  const owners = { has: async () => isOwner, isClaimed: async () => true, list: async () => [owner] }
  const notices = createSqliteNotices(database, () => new Date())
  const settings = createSqliteSettings({ database, seeds: {}, log })
  const touch = async (id: string) => {
    await onTouch?.()
    if (isPhotoMissing) return undefined
    return { id, width: 400, height: 500, placeholder: 'data:image/webp;base64,AAAA' }
  }
  const api = createSettingsApi({
    access: { identify: async () => ({ ...visitor, signedInAt }) },
    permissions: createPermissions({ owners, whoMayAdd: async () => null, isPreview: false }),
    limits: createLimits({ enabled: false }),
    settings,
    photos: { touch, markUsed },
    notify: createNotify({ notices, owners, log }),
    log,
  })
  const app = new Hono<Bindings>().use(noteClientAddress(0)).route('/', api)
  app.onError((error) => toErrorResponse(error, createFaultLog(log), {}))
  const env = { incoming: { headers: {}, socket: { remoteAddress: '127.0.0.1' } } }
  return {
    lines,
    settings,
    removeOwner: () => (isOwner = false),
    signInAnHourAgo: () => (signedInAt = new Date(Date.now() - 3_600_000)),
    listNotices: async () => (await notices.listFor('mary')).map(({ kind, about }) => [kind, about]),
    put: async (version: string, fields: object) => {
      const headers = { 'If-Match': `"${version}"`, 'Content-Type': 'application/json' }
      return app.request('/', { method: 'PUT', headers, body: JSON.stringify({ name: 'Wool', ...fields }) }, env)
    },
  }
}

test('PUT: a change is logged and told before anything else that may take long, or be interrupted', async (t) => {
  const marking = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<undefined>()
  const markUsed = () => {
    marking.resolve()
    return answer.promise
  }
  const { lines, listNotices, put } = open(t, { markUsed })
  const saving = put('0', { whatsapp: '0771234568', aboutPhoto: 'a'.repeat(32) })
  await marking.promise
  assert.deepEqual(await listNotices(), [['number', '94771234568']])
  assert.equal(lines.length, 1)
  answer.resolve(undefined)
  assert.equal((await saving).status, 200)
})

test('PUT: a text about payment is logged and told in the languages that have it, and not when another one is the first', async (t) => {
  const { lines, listNotices, put } = open(t)
  const english = { languages: 'en si', payment: 'To the bank' }
  assert.equal((await put('0', english)).status, 200)
  assert.equal((await put('1', { ...english, translations: { si: { payment: 'බැංකුවට' } } })).status, 200)
  const sinhala = { languages: 'si en', payment: 'බැංකුවට', translations: { en: { payment: 'To the bank' } } }
  assert.equal((await put('2', sinhala)).status, 200)
  assert.equal((await put('3', { languages: 'si en', payment: '', translations: { en: { payment: '' } } })).status, 200)
  const both = { en: 'To the bank', si: 'බැංකුවට' }
  assert.deepEqual(
    lines.map(({ payment }) => payment),
    [
      { before: {}, after: { en: 'To the bank' } },
      { before: { en: 'To the bank' }, after: both },
      { before: both, after: {} },
    ],
  )
  assert.deepEqual(await listNotices(), [
    ['payment', ''],
    ['payment', 'To the bank\nබැංකුවට'],
    ['payment', 'To the bank'],
  ])
})

test('PUT: a translation that a form does not have stays; an empty one is taken out', async (t) => {
  const { put, settings } = open(t)
  const read = async () => (await settings.read()).settings.translations
  const si = { headline: 'උණුසුම්', about: 'මම නිමාලි' }
  for (const [version, given] of [{ si, ta: { about: 'நான் நிமாலி' } }, undefined, null, {}, { si: {} }].entries()) {
    const answer = await put(String(version), { place: `After ${version}`, translations: given })
    assert.equal(answer.status, 200)
    assert.deepEqual(await read(), { si, ta: { about: 'நான் நிமாலி' } })
  }
  assert.equal((await put('5', { translations: { si: { headline: '', sub: 'ලොම්' }, ta: { about: '' } } })).status, 200)
  assert.deepEqual(await read(), { si: { about: si.about, sub: 'ලොම්' } })
  for (const wrong of [[], { fr: { headline: 'x' } }, { si: { nothing: 'x' } }, { si: [] }]) {
    assert.equal((await put('6', { translations: wrong })).status, 422, JSON.stringify(wrong))
  }
})

test('PUT: texts about delivery and about payment that change at once are logged, and told once', async (t) => {
  const { lines, listNotices, put } = open(t)
  const both = { delivery: 'By post', payment: 'To the bank' }
  assert.equal((await put('0', both)).status, 200)
  assert.equal((await put('1', { ...both, delivery: '' })).status, 200)
  assert.deepEqual(
    lines.map(({ delivery, payment }) => [delivery, payment]),
    [
      [
        { before: {}, after: { en: 'By post' } },
        { before: {}, after: { en: 'To the bank' } },
      ],
      [{ before: { en: 'By post' }, after: {} }, undefined],
    ],
  )
  assert.deepEqual(await listNotices(), [
    ['payment', ''],
    ['payment', 'By post\nTo the bank'],
  ])
})

test('PUT: who may add is logged and told when anyone may, and when only owners may again', async (t) => {
  const { lines, listNotices, put } = open(t)
  for (const [version, whoMayAdd] of ['owners', 'anyone', 'anyone', null, 'owners'].entries()) {
    assert.equal((await put(String(version), { place: `After ${version}`, whoMayAdd })).status, 200)
  }
  assert.deepEqual(
    lines.map((line) => line['whoMayAdd']),
    [
      { before: null, after: 'anyone' },
      { before: 'anyone', after: null },
    ],
  )
  assert.deepEqual(await listNotices(), [
    ['adding', ''],
    ['adding', 'anyone'],
  ])
})

const aboutPhoto = 'a'.repeat(32)

test('PUT: an owner who is removed while her photo is looked for is refused, and nothing is saved', async (t) => {
  const { put, settings, removeOwner } = open(t, { onTouch: () => removeOwner() })
  assert.equal((await put('0', { aboutPhoto })).status, 403)
  assert.equal((await settings.read()).version, '0')
})

test('PUT: a sign-in of an hour ago cannot bring a number back by guessing the next version', async (t) => {
  const { put, settings, signInAnHourAgo } = open(t, {
    async onTouch() {
      const present = await settings.read() // Another owner corrects the number.
      await settings.save({ ...present.settings, whatsapp: '94771234569' }, present.version)
    },
  })
  assert.equal((await put('0', { whatsapp: '0771234568' })).status, 200)
  signInAnHourAgo()
  for (const version of ['2', '1']) {
    assert.equal((await put(version, { whatsapp: '0771234568', aboutPhoto })).status, 412, version)
  }
  assert.equal((await settings.read()).settings.whatsapp, '94771234569')
})

for (const { what, before, later, old } of [
  { what: 'has a former number', later: { whatsapp: '94771234569' }, old: { about: 'I knit.' } },
  {
    what: 'has a notice that has ended',
    before: { noticeKind: 'closed', noticeUntil: '2026-01-02' },
    later: { noticeKind: null, noticeUntil: null },
    old: { noticeKind: 'closed', noticeUntil: '2026-01-02' },
  },
  { what: 'has a photo that is deleted by now', later: { place: 'Kandy' }, old: { heroPhoto: aboutPhoto } },
] satisfies { what: string; before?: Partial<ShopSettings>; later: Partial<ShopSettings>; old: object }[]) {
  test(`PUT: an old form that ${what} is answered 412 with the present settings`, async (t) => {
    const { put, settings, signInAnHourAgo } = open(t, { isPhotoMissing: true })
    const save = async (fields: Partial<ShopSettings>) => {
      const present = await settings.read()
      return settings.save({ ...present.settings, ...fields }, present.version)
    }
    await save({ name: 'Wool', ...before })
    const { present } = await save(later)
    signInAnHourAgo()
    const answer = await put('1', old)
    assert.equal(answer.status, 412)
    const { error, settings: answered } = (await answer.json()) as { error: { code: string }; settings: unknown }
    assert.deepEqual([error.code, answered], ['settings-changed', toSettingsRequest(present.settings)])
    assert.deepEqual(await settings.read(), present)
  })
}
