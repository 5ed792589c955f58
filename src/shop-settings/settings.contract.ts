import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, test, type TestContext } from 'node:test'

import type { ShopSettings } from '../domain/shop-settings.ts'
import { firstVersion, type SettingsStore, type VersionedSettings } from './settings-store.ts'
import { firstSettings } from './test-support.ts'

/** A store without saved settings, for one test. Its first values are `firstSettings`. */
export interface SettingsUnderTest {
  readonly settings: SettingsStore
  /** The same settings as another process, or the same one after a restart, knows them. */
  readonly reopen: () => Promise<SettingsStore>
  readonly dispose: () => Promise<void>
}

const photo = (digit: string) => ({
  id: digit.repeat(32),
  width: 1_440,
  height: 1_800,
  placeholder: 'data:image/webp;base64,AAAA',
})

const full: ShopSettings = {
  name: 'නිමාලි & Co',
  whatsapp: '94771234567',
  instagram: 'https://www.instagram.com/mywool',
  eyebrow: 'New',
  headline: 'Warm.',
  sub: 'From Kandy.',
  place: 'Kandy\nSri Lanka',
  about: 'I am Nimali.\n\nI knit 🧶.',
  delivery: 'By post.',
  care: 'Wash cold.',
  weeksToMake: 3,
  aboutPhoto: photo('a'),
  sharePhoto: photo('b'),
  heroPhoto: photo('a'),
  whoMayAdd: 'owners',
}
const other: ShopSettings = { ...full, name: 'Other', aboutPhoto: null, weeksToMake: null, whoMayAdd: null }

/** Everything that `settings-store.ts` promises, as tests: each backend runs them all. */
export function settingsContract(name: string, open: () => Promise<SettingsUnderTest>): void {
  const start = async (t: TestContext) => {
    const underTest = await open()
    t.after(() => underTest.dispose())
    return underTest
  }
  const first: VersionedSettings = { settings: firstSettings, version: firstVersion }

  describe(`${name}: shop settings`, () => {
    test('read: the first values until some are saved', async (t) => {
      const { settings, reopen } = await start(t)
      assert.deepEqual(await settings.read(), first)
      assert.deepEqual(await (await reopen()).read(), first)
    })

    test('save: every field is read again, also in another process', async (t) => {
      const { settings, reopen } = await start(t)
      const { isDone, before, present } = await settings.save(full, firstVersion)
      assert.deepEqual([isDone, before, present.settings], [true, firstSettings, full])
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
      assert.deepEqual(await settings.save(full, '7'), { isDone: false, before: firstSettings, present: first })
      assert.deepEqual(await settings.read(), first)
    })

    test('save: the same settings again change nothing, with any version', async (t) => {
      const { settings } = await start(t)
      const { present } = await settings.save(full, firstVersion)
      for (const version of [firstVersion, present.version]) {
        assert.deepEqual(await settings.save({ ...full }, version), { isDone: true, before: full, present })
      }
    })

    test('save: the first values can be saved, and are a version of their own', async (t) => {
      const { settings } = await start(t)
      const { present } = await settings.save(firstSettings, firstVersion)
      assert.deepEqual(present.settings, firstSettings)
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
      await seen.has(firstSettings)
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
