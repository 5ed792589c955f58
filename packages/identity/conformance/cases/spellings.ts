import { createUserWithEmailAndPassword, signInAnonymously, signInWithEmailAndPassword } from 'firebase/auth'

import type { Case } from '../case.ts'
import { outcomeOf, withClient } from '../client.ts'
import { newEmail, password } from '../people.ts'

/** The same letters in full width, which look different and are equivalent. */
const widened = (email: string) =>
  email.replace(/^[a-z]+/, (name) =>
    name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  )

export const spellings: readonly Case[] = [
  {
    method: 'accounts:signUp',
    what: 'one address in two spellings',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        await createUserWithEmailAndPassword(auth, email, password)
        return {
          again: await outcomeOf(createUserWithEmailAndPassword(auth, widened(email), password)),
          signIn: await outcomeOf(signInWithEmailAndPassword(auth, widened(email), password)),
        }
      }),
    expected: { again: 'auth/email-already-in-use', signIn: 'ok' },
  },
  {
    method: 'accounts:signUp',
    what: 'a tenant',
    run: (service) =>
      withClient(service, async (auth) => {
        auth.tenantId = 'guild'
        return { outcome: await outcomeOf(signInAnonymously(auth)) }
      }),
    expected: { outcome: 'auth/unsupported-tenant-operation' },
  },
]
