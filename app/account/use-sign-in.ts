import { useEffect, useEffectEvent, useState } from 'react'

import { managePath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { useMessages } from '../use-messages.ts'
import { describeAuthError } from './auth-errors.ts'
import type { FieldName } from './auth-errors.ts'
import { takeHandoverState } from './providers/oauth-state.ts'
import type { SignInClient } from './sign-in-client.ts'
import { useSignInClient } from './use-sign-in-client.ts'

export type Typed = Readonly<Record<FieldName, string>>

/** What is wrong with each field that something is wrong with. */
export type SignInErrors = Partial<Typed>

/** The state of the page to sign in. Once it is done, the browser goes back to where the visitor came from. */
export function useSignIn(identity: PublicIdentity) {
  const messages = useMessages()
  const { signInPage } = messages
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [errors, setErrors] = useState<SignInErrors>({})
  const { isPrepared, act: actWithClient } = useSignInClient(identity)

  const refuse = (words: string, field?: FieldName) => {
    setAlert(words)
    setErrors(field === undefined ? {} : { [field]: words })
  }
  /**
   * `act` gives where the browser goes on to; until it is there, the page stays at work.
   *
   * @param sent the fields that can be to blame.
   */
  const work = async (act: (client: SignInClient) => Promise<string | undefined>, sent: readonly FieldName[] = []) => {
    setAlert(undefined)
    setErrors({})
    setIsWorking(true)
    try {
      const goOnTo = await actWithClient(act)
      if (goOnTo === undefined) setIsWorking(false)
      else location.assign(goOnTo)
    } catch (failure) {
      const { words, field } = describeAuthError(failure, messages)
      refuse(words, field && sent.includes(field) ? field : undefined)
      setIsWorking(false)
    }
  }
  const signIn = async ({ email, password }: Typed) => {
    if (email === '') return refuse(signInPage.noEmail, 'email')
    if (password === '') return refuse(signInPage.noPassword, 'password')
    await work(
      async (client) => {
        await client.signIn(email, password)
        return whereTo()
      },
      ['email', 'password'],
    )
  }
  const sendReset = async ({ email }: Pick<Typed, 'email'>) => {
    if (email === '') return refuse(signInPage.noEmail, 'email')
    await work(
      async (client) => {
        await client.sendReset(email)
        setAlert(signInPage.resetSent)
        return undefined
      },
      ['email'],
    )
  }
  const continueWith = (providerId: string) => work((client) => client.continueWith(providerId, whereTo()))

  const finish = useEffectEvent(async (state: string) => {
    await work(async (client) => {
      await client.finish(state)
      return whereTo()
    })
  })
  useEffect(() => {
    const state = takeHandoverState()
    // oxlint-disable-next-line react/set-state-in-effect -- What there is to finish, only the browser's address says.
    if (state !== undefined) void finish(state)
  }, [])
  useEffect(() => {
    const ended = new AbortController()
    // Somebody who goes back from the provider finds the page as it was left: at work.
    const rest = ({ persisted }: PageTransitionEvent) => persisted && setIsWorking(false)
    addEventListener('pageshow', rest, { signal: ended.signal })
    return () => ended.abort()
  }, [])

  return {
    isWorking,
    isPrepared,
    alert,
    errors,
    dismissAlert: () => setAlert(undefined),
    signIn,
    sendReset,
    continueWith,
  }
}

/** The page that whoever has signed in goes on to: owners sign in to look after their pieces. */
export function whereTo(): string {
  return safeRedirectPath(new URLSearchParams(location.search).get('next') ?? '', location.origin) ?? managePath
}
