import { createUserWithEmailAndPassword, signInWithEmailAndPassword } from 'firebase/auth'

import type { Case } from '../case.ts'
import { outcomeOf, withClient } from '../client.ts'
import { newEmail, password } from '../users.ts'

/** The same letters in full width: they look different and mean the same. */
const toFullWidth = (email: string) =>
  email.replace(/^[a-z]+/, (name) =>
    name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  )

export const emailNormalisation: readonly Case[] = [
  {
    method: 'accounts:signUp',
    title: 'treats two Unicode spellings as one e-mail address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        await createUserWithEmailAndPassword(auth, email, password)
        return {
          again: await outcomeOf(createUserWithEmailAndPassword(auth, toFullWidth(email), password)),
          signIn: await outcomeOf(signInWithEmailAndPassword(auth, toFullWidth(email), password)),
        }
      }),
    expected: { again: 'auth/email-already-in-use', signIn: 'ok' },
  },
]
