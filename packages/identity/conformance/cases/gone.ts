import {
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  sendEmailVerification,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import type { User } from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, outcomeOf, withClient } from '../client.ts'
import { newEmail, password } from '../people.ts'
import { googleCredential, newClaims } from '../providers.ts'
import type { Service } from '../service.ts'

interface Doing {
  readonly method: string
  readonly what: string
  readonly attempt: (user: User) => Promise<unknown>
  /** The client signs a deleted user out, except when it requests mail. */
  readonly isSignedOut: boolean
}

const doings: readonly Doing[] = [
  { method: 'accounts:delete', what: 'removes', attempt: deleteUser, isSignedOut: true },
  {
    method: 'accounts:sendOobCode',
    what: 'sends mail to',
    attempt: (user) => sendEmailVerification(user),
    isSignedOut: false,
  },
  {
    method: 'accounts:sendOobCode',
    what: 'sends mail to a new address of',
    attempt: (user) => verifyBeforeUpdateEmail(user, newEmail()),
    isSignedOut: false,
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'links a provider to',
    attempt: (user) => linkWithCredential(user, googleCredential(newClaims())),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    what: 'renames',
    attempt: (user) => updateProfile(user, { displayName: 'A spinner' }),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    what: 'changes the address of',
    attempt: (user) => updateEmail(user, newEmail()),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    what: 'changes the password of',
    attempt: (user) => updatePassword(user, 'secret2'),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    what: 'removes the password of',
    attempt: (user) => unlink(user, 'password'),
    isSignedOut: true,
  },
]

/** A user whose account another browser has deleted, while this one still has its tokens. */
async function signUpAndRemove(service: Service, attempt: (user: User) => Promise<unknown>) {
  return withClient(service, async (auth) => {
    const { user } = await createUserWithEmailAndPassword(auth, newEmail(), password)
    await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
    return { outcome: await outcomeOf(attempt(user)), isSignedOut: auth.currentUser === null }
  })
}

export const gone: readonly Case[] = doings.map(({ method, what, attempt, isSignedOut }) => ({
  method,
  what: `the client ${what} a user whose account was deleted`,
  run: (service) => signUpAndRemove(service, attempt),
  expected: { outcome: 'auth/user-token-expired', isSignedOut },
}))
