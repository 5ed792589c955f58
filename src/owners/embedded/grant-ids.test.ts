import assert from 'node:assert/strict'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { defaultSettings } from '@stockinette/identity'
import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { itemsFile, openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { openEmbeddedIdentity } from './identity.ts'
import { callIdentity } from './test-support.ts'

type EmbeddedIdentity = Awaited<ReturnType<typeof openEmbeddedIdentity>>

const account = { email: 'maker@example.com', password: 'a stranger’s', returnSecureToken: true }
const origin = 'http://localhost'

/** A data folder, on which the services are opened and closed for each step. */
function openFolder(t: TestContext) {
  const dataDir = temporaryFolder(t)
  const kept = temporaryFolder(t)
  const run = async <T>(step: (opened: EmbeddedIdentity) => Promise<T>): Promise<T> => {
    using database = openShopDatabase({ path: dataDir })
    const settings = { ...defaultSettings, isRateLimited: false }
    const log = pino({ level: 'silent' })
    const opened = await openEmbeddedIdentity({ database, dataDir, projectId: 'demo-shop', log, settings })
    try {
      return await step(opened)
    } finally {
      await opened.identity.close()
    }
  }
  return {
    run,
    keep: (name: string) => copyFileSync(join(dataDir, name), join(kept, name)),
    putBack: (name: string) => {
      for (const end of ['-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true })
      copyFileSync(join(kept, name), join(dataDir, name))
    },
    /** Whether a user who signs in with the password is an owner. */
    ownsBySigningIn: (password: string) =>
      run(async ({ identity, owners }) => {
        const signedIn = await callIdentity(identity, 'accounts:signInWithPassword', { ...account, password })
        return owners.has({ uid: signedIn['localId'] ?? '', verifiedEmail: undefined, signedInAt: new Date() })
      }),
  }
}

/** Adds the owner, and sets her password by the link. */
async function addOwner({ claiming, identity }: EmbeddedIdentity, newPassword: string): Promise<void> {
  const { link } = await claiming.add(account.email, origin)
  const oobCode = new URL(link).searchParams.get('oobCode')
  await callIdentity(identity, 'accounts:resetPassword', { oobCode, newPassword })
}

describe('files of different times: an account and the list of owners have the same random grant id, or she is no owner', () => {
  test('the accounts of before `owner add` do not make the stranger an owner who had set one up', async (t) => {
    const { run, keep, putBack, ownsBySigningIn } = openFolder(t)
    await run(({ identity }) => callIdentity(identity, 'accounts:signUp', account))
    keep(identityFile)
    await run((opened) => addOwner(opened, 'her own password'))
    assert.equal(await ownsBySigningIn('her own password'), true)
    putBack(identityFile)
    assert.equal(await ownsBySigningIn(account.password), false)
  })

  test('the accounts of before she was added again do not make her former password an owner’s', async (t) => {
    const { run, keep, putBack, ownsBySigningIn } = openFolder(t)
    await run((opened) => addOwner(opened, 'a password of before'))
    keep(identityFile)
    await run(async (opened) => {
      await opened.claiming.remove(account.email)
      await addOwner(opened, 'a password of today')
    })
    putBack(identityFile)
    assert.equal(await ownsBySigningIn('a password of before'), false)
  })

  test('the list of before `owner remove` does not make the former owner one', async (t) => {
    const { run, keep, putBack, ownsBySigningIn } = openFolder(t)
    await run((opened) => addOwner(opened, 'her own password'))
    keep(itemsFile)
    await run(({ claiming }) => claiming.remove(account.email))
    putBack(itemsFile)
    assert.equal(await ownsBySigningIn('her own password'), false)
  })

  test('both files of one time make her an owner', async (t) => {
    const { run, keep, putBack, ownsBySigningIn } = openFolder(t)
    await run((opened) => addOwner(opened, 'her own password'))
    for (const name of [itemsFile, identityFile]) keep(name)
    await run(({ claiming }) => claiming.remove(account.email))
    for (const name of [itemsFile, identityFile]) putBack(name)
    assert.equal(await ownsBySigningIn('her own password'), true)
  })
})
