import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'

import { defaultSettings, type SettingsSeeds, type ShopSettings } from '../domain/shop-settings.ts'
import { firstVersion, type SettingsStore, type VersionedSettings } from './settings-store.ts'

/** A store without saved settings, for one test. */
export interface SettingsUnderTest {
  readonly settings: SettingsStore
  /** The same settings as another process, or the same one after a restart, knows them. */
  readonly reopen: (seeds?: SettingsSeeds) => Promise<SettingsStore>
}

/** Opens a store for one test, which closes it and deletes its data when it ends. */
type Start = (t: TestContext, seeds?: SettingsSeeds) => Promise<SettingsUnderTest>

const photo = (digit: string) => ({
  id: digit.repeat(32),
  width: 1_440,
  height: 1_800,
  placeholder: 'data:image/webp;base64,AAAA',
})

const full: ShopSettings = {
  name: 'නිමාලි & Co',
  languages: ['si', 'en'],
  whatsapp: '94771234568',
  phone: '94711234567',
  email: 'nimali@wool.example',
  copyMessage: false,
  qrCode: false,
  instagram: 'https://www.instagram.com/mywool',
  eyebrow: 'New',
  headline: 'Warm.',
  sub: 'From Kandy.',
  place: 'Kandy\nSri Lanka',
  about: 'I am Nimali.\n\nI knit 🧶.',
  delivery: 'By post.',
  care: 'Wash cold.',
  payment: 'By bank transfer.',
  returns: 'Within 7 days.',
  videoCall: 'On weekday evenings.',
  howToMeasure: 'Lay it flat.',
  replyTime: 'Replies today.',
  deliveryLine: '3 days, LKR 400.',
  knittedIn: 'Knitted in Kandy.',
  weeksToMake: 3,
  aboutPhoto: photo('a'),
  sharePhoto: photo('b'),
  heroPhoto: photo('a'),
  heroFocus: { x: 40, y: 25 },
  noticeKind: 'orderBy',
  noticeUntil: '2026-11-27',
  noticeWeeks: 4,
  noticeText: 'For Christmas.',
  translations: { en: { headline: 'Warm.' }, ta: { about: 'நான் நிமாலி.\n\nகையால் பின்னுகிறேன்.' } },
  whoMayAdd: 'owners',
  categoryNames: { si: { hats: 'තොප්පි', 'a.b/c': 'x' } },
  corrections: { si: { 'item.sold': 'විකුණා ඇත' }, ta: { 'item.size': 'அளவு: {size}' } },
}
const other: ShopSettings = {
  ...full,
  name: 'Other',
  aboutPhoto: null,
  weeksToMake: null,
  whoMayAdd: null,
  translations: {},
  categoryNames: {},
  corrections: { ta: full.corrections.ta ?? {} },
}

/** Everything that `settings-store.ts` promises, as tests: each backend runs them all. */
export function settingsContract(name: string, start: Start): void {
  const first: VersionedSettings = { settings: defaultSettings, version: firstVersion }

  describe(`${name}: shop settings`, () => {
    test('read: the defaults until some are saved', async (t) => {
      const { settings, reopen } = await start(t)
      assert.deepEqual(await settings.read(), first)
      assert.deepEqual(await (await reopen()).read(), first)
    })

    test('seeds: are stored once; later ones are stored only where there are none', async (t) => {
      const { settings, reopen } = await start(t, { name: 'Wool', whatsapp: '94711111111', instagram: undefined })
      const seeded = { ...defaultSettings, name: 'Wool', whatsapp: '94711111111' }
      assert.deepEqual((await known(settings)).settings, seeded)
      const later = { name: 'Other', whoMayAdd: 'owners' } as const
      assert.deepEqual((await known(await reopen(later))).settings, { ...seeded, whoMayAdd: 'owners' })
      assert.deepEqual((await known(await reopen({ whoMayAdd: 'anyone' }))).settings, {
        ...seeded,
        whoMayAdd: 'owners',
      })
    })

    test('seeds: processes that start at the same time agree', async (t) => {
      const { reopen } = await start(t)
      const stores = await Promise.all(['One', 'Two', 'Three'].map((shop) => reopen({ name: shop })))
      const [winner, ...rest] = await Promise.all(stores.map(known))
      assert.notEqual(winner?.settings.name, defaultSettings.name)
      for (const each of rest) assert.deepEqual(each, winner)
    })

    test('seeds: are ignored once an owner saved, also what is seeded already, and for what she left empty', async (t) => {
      const { settings, reopen } = await start(t, { whatsapp: '94711111111' })
      const seeded = await known(settings)
      const { isDone, present } = await settings.save(seeded.settings, seeded.version)
      assert.ok(isDone)
      assert.deepEqual(await known(await reopen({ name: 'Late', instagram: 'https://late.example' })), present)
    })

    test('save: every field is read again, also in another process', async (t) => {
      const { settings, reopen } = await start(t)
      const { isDone, before, present } = await settings.save(full, firstVersion)
      assert.deepEqual([isDone, before, present.settings], [true, defaultSettings, full])
      assert.match(present.version, /^[1-9]\d*$/)
      for (const each of [settings, await reopen()]) assert.deepEqual(await each.read(), present)
    })

    test('save: other settings replace all fields, and change the version', async (t) => {
      const { settings } = await start(t)
      const one = await settings.save(full, firstVersion)
      const two = await settings.save(other, one.present.version)
      assert.deepEqual([two.isDone, two.before, two.present.settings], [true, full, other])
      assert.notEqual(two.present.version, one.present.version)
      assert.deepEqual(await settings.read(), two.present)
    })

    test('save: an old version is refused with the present settings, in every process', async (t) => {
      const { settings, reopen } = await start(t)
      const { present } = await settings.save(full, firstVersion)
      for (const each of [settings, await reopen()]) {
        for (const version of [firstVersion, '1234567890']) {
          assert.deepEqual(await each.save(other, version), { isDone: false, before: full, present })
        }
      }
      assert.deepEqual(await settings.read(), present)
    })

    test('save: a version is refused while nothing is saved', async (t) => {
      const { settings } = await start(t)
      assert.deepEqual(await settings.save(full, '7'), { isDone: false, before: defaultSettings, present: first })
      assert.deepEqual(await settings.read(), first)
    })

    test('save: the same settings again change nothing, with any version', async (t) => {
      const { settings } = await start(t)
      const { present } = await settings.save(full, firstVersion)
      for (const version of [firstVersion, present.version]) {
        assert.deepEqual(await settings.save({ ...full }, version), { isDone: true, before: full, present })
      }
    })

    test('save: the defaults can be saved, and are a version of their own', async (t) => {
      const { settings } = await start(t)
      const { present } = await settings.save(defaultSettings, firstVersion)
      assert.deepEqual(present.settings, defaultSettings)
      assert.notEqual(present.version, firstVersion)
    })

    test('save: of two processes that save at the same time, one is refused', async (t) => {
      const { settings, reopen } = await start(t)
      const second = await reopen()
      const outcomes = await Promise.all([settings.save(full, firstVersion), second.save(other, firstVersion)])
      assert.equal(outcomes.filter(({ isDone }) => isDone).length, 1)
      assert.deepEqual(await settings.read(), await second.read())
    })

    test('watch: is called with the present settings, and with others before save resolves', async (t) => {
      const { settings } = await start(t)
      const seen = watch(settings)
      await seen.has(defaultSettings)
      const { present } = await settings.save(full, firstVersion)
      assert.deepEqual(seen.latest(), present)
      const before = seen.count()
      await settings.save(full, present.version)
      await settings.save(other, firstVersion)
      assert.equal(seen.count(), before)
      seen.stop()
      await settings.save(other, present.version)
      assert.equal(seen.count(), before)
    })

    test('watch: a listener that throws does not keep others from hearing', async (t) => {
      const { settings } = await start(t)
      settings.watch(() => {
        throw new Error('This watcher fails.')
      })
      const seen = watch(settings)
      await settings.save(full, firstVersion)
      assert.deepEqual(seen.latest()?.settings, full)
    })
  })
}

/** The first settings that a listener hears: in the cloud, they take a while. */
function known(settings: SettingsStore): Promise<VersionedSettings> {
  return new Promise((resolve) => settings.watch(resolve))
}

/** What a listener has heard. */
export function watch(settings: Pick<SettingsStore, 'watch'>) {
  const heard: VersionedSettings[] = []
  const events = new EventEmitter()
  const stop = settings.watch((present) => {
    heard.push(present)
    events.emit('heard')
  })
  const latest = () => heard.at(-1)
  return {
    stop,
    latest,
    count: () => heard.length,
    async has({ name }: Pick<ShopSettings, 'name'>) {
      while (latest()?.settings.name !== name) await once(events, 'heard')
    },
  }
}
