import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createFirestoreNotices } from '../../src/owners/notices/firestore-notices.ts'
import { openDatabase } from './firestore-emulator.ts'

for (const [what, dismissedBefore] of [
  ['the first one', false],
  ['a later one', true],
] as const) {
  test(`Firestore notices: dismiss: ${what} that is slow does not bring newer notices back, which were dismissed meanwhile`, async (t) => {
    const { connect, proxy, dispose } = await openDatabase()
    t.after(dispose)
    const notices = createFirestoreNotices(await connect())
    const addAndGetId = async (about: string) => {
      await notices.add({ kind: 'number', by: null, about })
      return (await notices.listFor('mary'))[0]?.id ?? ''
    }
    if (dismissedBefore) await notices.dismiss('mary', await addAndGetId('94771234566'))
    const older = await addAndGetId('94771234567')
    const newer = await addAndGetId('94771234568')
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const before = proxy.calls('Commit')
    proxy.fail('Commit', [{ until }])
    const slow = notices.dismiss('mary', older)
    await t.waitFor(() => assert.equal(proxy.calls('Commit'), before + 1), { timeout: 5_000 })
    await notices.dismiss('mary', newer)
    goOn()
    await slow
    assert.deepEqual(await notices.listFor('mary'), [])
  })
}
