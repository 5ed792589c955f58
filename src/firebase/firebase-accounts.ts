import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { toActionLink } from '../identity/action-link.ts'
import type { ClaimedAccount, OwnerAccounts } from '../owners/claiming.ts'
import type { CallProject } from './project-calls.ts'

const accountShape = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  /** The first address that the account had: a link that was mailed there gives it back that address. */
  initialEmail: z.string().optional(),
  customAttributes: z.string().optional(),
  providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
})
const foundShape = z.object({ users: z.array(accountShape).default([]) })
type FirebaseAccount = z.infer<typeof accountShape>

const createdShape = z.object({ localId: z.string(), email: z.string() })
const linkShape = z.object({ oobLink: z.url() })

/**
 * Owners' accounts in Firebase Authentication, through what it offers to a project's own servers.
 * (identity-platform: REST, projects.accounts)
 */
export function createFirebaseAccounts(call: CallProject, apiKey: string): OwnerAccounts {
  const lookUp = async (by: { email: string[] } | { localId: string[] }) =>
    foundShape.parse(await call('accounts:lookup', by)).users[0]
  const create = async (email: string): Promise<ClaimedAccount> => {
    const created = createdShape.parse(await call('accounts', { email, password: newSecret() }))
    return { uid: created.localId, email: created.email }
  }
  return {
    async find(who) {
      return toClaimed(
        (await lookUp({ localId: [who] })) ?? (who.includes('@') ? await lookUp({ email: [who] }) : undefined),
      )
    },
    create,
    async takeOver(account) {
      const found = await lookUp({ localId: [account.uid] })
      if (found === undefined || mayBeTakenBack(found)) {
        if (found !== undefined) await call('accounts:delete', { localId: account.uid })
        const created = await create(account.email)
        await call('accounts:update', { localId: created.uid, customAttributes: JSON.stringify({ owner: true }) })
        return created
      }
      const others = found.providerUserInfo.map(({ providerId }) => providerId).filter((id) => id !== 'password')
      await call('accounts:update', {
        localId: account.uid,
        // An account needs a password. Nobody knows this one; a new one also ends every session.
        password: newSecret(),
        deleteProvider: others,
        customAttributes: JSON.stringify({ ...readClaims(found.customAttributes), owner: true }),
      })
      return account
    },
    async dropClaim(uid) {
      const account = await lookUp({ localId: [uid] })
      if (account === undefined) return
      const { owner: _, ...others } = readClaims(account.customAttributes)
      await call('accounts:update', { localId: uid, customAttributes: JSON.stringify(others) })
    },
    async createLink({ email }, origin, continueUrl) {
      const asked = { requestType: 'PASSWORD_RESET', email, returnOobLink: true }
      const { oobLink } = linkShape.parse(await call('accounts:sendOobCode', asked))
      // Of Google's link the code alone is needed: the page that takes it is the shop's own.
      const code = new URL(oobLink).searchParams.get('oobCode') ?? ''
      return toActionLink({ origin, apiKey }, 'PASSWORD_RESET', code, continueUrl)
    },
  }
}

/**
 * Whether somebody else may have a link of Google's that gives the account back to a former address. Nothing revokes such
 * a link, so the account itself has to go. Guarded by 'a link mailed to a former address' in
 * test/firestore/firebase-accounts.test.ts.
 */
function mayBeTakenBack({ email, emailVerified, initialEmail }: FirebaseAccount): boolean {
  return !emailVerified || (initialEmail !== undefined && initialEmail !== email)
}

function toClaimed(account: FirebaseAccount | undefined): ClaimedAccount | undefined {
  return account?.email === undefined ? undefined : { uid: account.localId, email: account.email }
}

function readClaims(customAttributes = '{}'): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(customAttributes))
}

/** 128 random bits, and a character of each kind that a password policy may ask for. */
function newSecret(): string {
  return `${randomBytes(16).toString('base64url')}aA1!`
}
