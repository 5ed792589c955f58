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
  type User,
} from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, outcomeOf, withClient } from '../client.ts'
import { googleCredential, newClaims } from '../providers.ts'
import type { Service } from '../service.ts'
import { newEmail, password } from '../users.ts'

interface Attempt {
  readonly method: string
  readonly title: string
  readonly attempt: (user: User) => Promise<unknown>
  /** The client signs a deleted user out, except when it requests an e-mail. */
  readonly isSignedOut: boolean
}

const attempts: readonly Attempt[] = [
  {
    method: 'accounts:delete',
    title: 'deleting a deleted account signs the client out',
    attempt: deleteUser,
    isSignedOut: true,
  },
  {
    method: 'accounts:sendOobCode',
    title: 'sends no verification mail for a deleted account',
    attempt: (user) => sendEmailVerification(user),
    isSignedOut: false,
  },
  {
    method: 'accounts:sendOobCode',
    title: 'sends no mail to change the e-mail address of a deleted account',
    attempt: (user) => verifyBeforeUpdateEmail(user, newEmail()),
    isSignedOut: false,
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'linking a provider to a deleted account signs the client out',
    attempt: (user) => linkWithCredential(user, googleCredential(newClaims())),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    title: 'renaming a deleted account signs the client out',
    attempt: (user) => updateProfile(user, { displayName: 'A spinner' }),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    title: 'changing the e-mail address of a deleted account signs the client out',
    attempt: (user) => updateEmail(user, newEmail()),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    title: 'changing the password of a deleted account signs the client out',
    attempt: (user) => updatePassword(user, 'secret2'),
    isSignedOut: true,
  },
  {
    method: 'accounts:update',
    title: 'unlinking the password of a deleted account signs the client out',
    attempt: (user) => unlink(user, 'password'),
    isSignedOut: true,
  },
]

/** Signs up, deletes the account as another browser would, and makes the attempt with the client that does not know. */
async function attemptWhenDeleted(service: Service, attempt: (user: User) => Promise<unknown>) {
  return withClient(service, async (auth) => {
    const { user } = await createUserWithEmailAndPassword(auth, newEmail(), password)
    await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
    return { outcome: await outcomeOf(attempt(user)), isSignedOut: auth.currentUser === null }
  })
}

export const deletedAccount: readonly Case[] = attempts.map(({ method, title, attempt, isSignedOut }) => ({
  method,
  title,
  run: (service) => attemptWhenDeleted(service, attempt),
  expected: { outcome: 'auth/user-token-expired', isSignedOut },
}))
