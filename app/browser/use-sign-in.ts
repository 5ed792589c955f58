import { useState } from 'react'

import { signInPage } from '../../src/domain/messages.ts'
import type { PublicIdentity } from '../../src/http/page.ts'
import { toOwnPath } from './own-path.ts'
import { adviseOn } from './reactions.ts'
import type { SignInClient } from './sign-in-client.ts'

export interface Typed {
  readonly email: string
  readonly password: string
}

/** What is wrong with each field that something is wrong with. */
export type SignInErrors = Partial<Readonly<Record<keyof Typed, string>>>

/** The state of the page to sign in. Once it is done, the browser goes back to where the visitor came from. */
export function useSignIn(identity: PublicIdentity) {
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [errors, setErrors] = useState<SignInErrors>({})

  const refuse = (words: string, field?: keyof Typed) => {
    setAlert(words)
    setErrors(field === undefined ? {} : { [field]: words })
  }
  /** Stays at work when `act` leaves the page. */
  const work = async (act: (client: SignInClient) => Promise<void>, isLast: boolean) => {
    setAlert(undefined)
    setErrors({})
    setIsWorking(true)
    try {
      const { openSignInClient } = await import('./sign-in-client.ts')
      await act(openSignInClient(identity))
      if (!isLast) setIsWorking(false)
    } catch (failure) {
      refuse(adviseOn(failure).words, 'password')
      setIsWorking(false)
    }
  }
  const signIn = async ({ email, password }: Typed) => {
    if (email === '') return refuse(signInPage.noEmail, 'email')
    if (password === '') return refuse(signInPage.noPassword, 'password')
    await work(async (client) => {
      await client.signIn(email, password)
      location.assign(whereTo())
    }, true)
  }
  const sendReset = async ({ email }: Pick<Typed, 'email'>) => {
    if (email === '') return refuse(signInPage.noEmail, 'email')
    await work(async (client) => {
      await client.sendReset(email)
      setAlert(signInPage.resetSent)
    }, false)
  }
  return { isWorking, alert, errors, dismissAlert: () => setAlert(undefined), signIn, sendReset }
}

/** The page that whoever has signed in goes on to. */
export function whereTo(): string {
  return toOwnPath(new URLSearchParams(location.search).get('next'), location.origin) ?? '/'
}
