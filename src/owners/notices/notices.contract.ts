import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { maxListed, type Notices } from './notices.ts'

export interface NoticesUnderTest {
  readonly notices: Notices
  /** The same notices as another process, or the same one after a restart, knows them. */
  readonly reopen: () => Promise<Notices>
}

const number = { kind: 'number', by: 'mary@example.com', about: '94771234567' } as const
const owner = { kind: 'owner', by: null, about: 'nimal@example.com' } as const

/** Everything that `notices.ts` promises, as tests: each backend runs them all. @param start opens them for one test. */
export function noticesContract(name: string, start: (t: TestContext) => Promise<NoticesUnderTest>): void {
  const kindsFor = async (notices: Notices, uid: string) => (await notices.listFor(uid)).map(({ kind }) => kind)

  describe(`${name}: notices`, () => {
    test('listFor: newest first, with all fields, for every owner, in another process too', async (t) => {
      const { notices, reopen } = await start(t)
      assert.deepEqual(await notices.listFor('mary'), [])
      await notices.add(number)
      await notices.add(owner)
      for (const uid of ['mary', 'nimal/1 é']) {
        const listed = await (await reopen()).listFor(uid)
        assert.deepEqual(
          listed.map(({ kind, by, about }) => ({ kind, by, about })),
          [owner, number],
        )
        assert.ok(listed.every(({ at }) => Math.abs(at.getTime() - Date.now()) < 60_000))
      }
    })

    test('dismiss: a notice and older ones, for one owner, for ever; later ones are listed', async (t) => {
      const { notices, reopen } = await start(t)
      await notices.add(number)
      const [first] = await notices.listFor('mary')
      await notices.add(owner)
      await notices.dismiss('mary', first?.id ?? '')
      assert.deepEqual(await kindsFor(notices, 'mary'), ['owner'])
      assert.deepEqual(await kindsFor(notices, 'nimal'), ['owner', 'number'])
      const [last] = await notices.listFor('mary')
      await notices.dismiss('mary', last?.id ?? '')
      await notices.dismiss('mary', first?.id ?? '')
      assert.deepEqual(await kindsFor(await reopen(), 'mary'), [])
    })

    test('dismiss: an id that there is not dismisses nothing', async (t) => {
      const { notices } = await start(t)
      await notices.add(number)
      for (const id of ['', 'x', '-1', '1e9']) await notices.dismiss('mary', id)
      assert.deepEqual(await kindsFor(notices, 'mary'), ['number'])
    })

    test(`listFor: the ${maxListed} newest, and the newest of each other kind`, async (t) => {
      const { notices } = await start(t)
      for (const about of ['94771234567', '94771234568']) await notices.add({ ...number, about })
      await notices.add(owner)
      for (let count = 0; count <= maxListed; count++) {
        await notices.add({ kind: 'payment', by: 'mary@example.com', about: String(count) })
      }
      const listed = (await notices.listFor('mary')).map(({ about }) => about)
      assert.deepEqual([listed.length, listed[0], listed[maxListed - 1]], [maxListed + 2, String(maxListed), '1'])
      assert.deepEqual(listed.slice(maxListed), [owner.about, '94771234568'])
    })
  })
}
