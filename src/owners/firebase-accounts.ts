import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { actionModes } from '../domain/action-codes.ts'
import { accountActionPath } from '../domain/page-paths.ts'
import type { CallProject } from '../google/project-calls.ts'
import { site } from '../messages/messages.ts'
import type { FoundAccount, OwnerAccounts } from './claiming.ts'
import { otherProvidersOf, revokeTokens } from './firebase-sessions.ts'
import type { OwnerAccount } from './owners.ts'

const accountShape = z.object({
  localId: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  /** The first address that the account had: a link that was mailed there gives it back that address. */
  initialEmail: z.string().optional(),
  customAttributes: z.string().optional(),
  /** Milliseconds since 1970, as a text. */
  lastLoginAt: z.coerce.number().optional(),
  providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
})
const foundShape = z.object({ users: z.array(accountShape).default([]) })
type FirebaseAccount = z.infer<typeof accountShape>

const createdShape = z.object({ localId: z.string(), email: z.string() })
const linkShape = z.object({ oobLink: z.url() })

/**
 * Owners' accounts in Firebase Authentication, through its API for a project's own servers.
 * (identity-platform: REST, projects.accounts)
 */
export function createFirebaseAccounts(call: CallProject, apiKey: string): OwnerAccounts {
  const lookUp = async (by: { email: string[] } | { localId: string[] }) =>
    foundShape.parse(await call('accounts:lookup', by)).users[0]
  const create = async (email: string, chosen: object = {}): Promise<OwnerAccount> => {
    const created = createdShape.parse(await call('accounts', { email, password: newSecret(), ...chosen }))
    return { uid: created.localId, email: created.email }
  }
  const setClaims = ({ uid }: OwnerAccount, claims: object) =>
    call('accounts:update', { localId: uid, customAttributes: JSON.stringify(claims) })
  /** Removes password, providers and sessions. An account needs a password: nobody knows this one. */
  const removeCredentials = async (account: FirebaseAccount, chosen: object) => {
    const deleteProvider = otherProvidersOf(account)
    return revokeTokens(call, account.localId, () => ({ password: newSecret(), ...chosen, deleteProvider }))
  }
  return {
    async find(who) {
      return toFound(
        // An address first: another account may have an id that looks like it.
        (who.includes('@') ? await lookUp({ email: [who] }) : undefined) ?? (await lookUp({ localId: [who] })),
      )
    },
    create: (email) => create(email),
    preparePassword: async (password) => password,
    async takeOver(account, password) {
      // The operator vouches for the address: an owner counts with a verified one alone.
      const chosen = { emailVerified: true, ...(password && { password: password.text }) }
      const find = async () => lookUp({ localId: [account.uid] })
      const found = await find()
      if (found !== undefined && isSafeToKeep(found, account)) await removeCredentials(found, chosen)
      // A user who was signed in may have changed the account until now.
      const left = await find()
      if (left !== undefined && isSafeToKeep(left, account) && otherProvidersOf(left).length === 0) {
        await setClaims(account, { ...readClaims(left.customAttributes), owner: true })
        return account
      }
      if (left !== undefined) await call('accounts:delete', { localId: account.uid })
      const created = await create(account.email, chosen)
      await setClaims(created, { owner: true })
      return created
    },
    async demote(uid) {
      const account = await lookUp({ localId: [uid] })
      if (account === undefined) return
      const { owner: _, ...others } = readClaims(account.customAttributes)
      // A restore of Firestore may bring back her row of the owners, but none of these sessions.
      await revokeTokens(call, uid, () => ({ customAttributes: JSON.stringify(others) }))
    },
    async createLink({ email }, origin, continueUrl) {
      const asked = { requestType: 'PASSWORD_RESET', email, returnOobLink: true }
      const { oobLink } = linkShape.parse(await call('accounts:sendOobCode', asked))
      // Only the code of Google's link is needed: the page that takes it is the shop's own.
      const oobCode = new URL(oobLink).searchParams.get('oobCode') ?? ''
      const fields = { mode: actionModes.PASSWORD_RESET, oobCode, apiKey, lang: site.language, continueUrl }
      const link = new URL(accountActionPath, origin)
      link.search = new URLSearchParams(fields).toString() // As `parseActionCodeURL` reads it.
      return link.href
    },
  }
}

/**
 * Whether no link of Google's can exist that returns the account to a former address. Nothing revokes such a link, so an
 * account with one is deleted. Guarded by 'a link mailed to a former address' in
 * test/cloud/firebase-accounts.test.ts.
 */
function isSafeToKeep({ email, emailVerified, initialEmail = email }: FirebaseAccount, claimed: OwnerAccount): boolean {
  return emailVerified && email === claimed.email && initialEmail === email
}

function toFound(account: FirebaseAccount | undefined): FoundAccount | undefined {
  if (account?.email === undefined) return undefined
  const { localId: uid, email, lastLoginAt } = account
  return { uid, email, lastSignInAt: lastLoginAt === undefined ? undefined : new Date(lastLoginAt) }
}

function readClaims(customAttributes = '{}'): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(customAttributes))
}

/** 128 random bits, and a character of each kind that a password policy may ask for. */
function newSecret(): string {
  return `${randomBytes(16).toString('base64url')}aA1!`
}
