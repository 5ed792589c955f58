import { useEffect, useEffectEvent, useState } from 'react'

import { managePath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { useMessages } from '../use-messages.ts'
import { describeAuthError, type FieldName } from './auth-errors.ts'
import { consumeOAuthState } from './providers/oauth-state.ts'
import type { SignInClient } from './sign-in-client.ts'
import { useSignInClient } from './use-sign-in-client.ts'

export type Credentials = Readonly<Record<FieldName, string>>

/** Errors by field. */
export type SignInErrors = Partial<Credentials>

/** The state of the sign-in page. After signing in, the browser continues at `next`. */
export function useSignIn(identity: PublicIdentity) {
  const messages = useMessages()
  const { signInPage } = messages
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [errors, setErrors] = useState<SignInErrors>({})
  const { isPrepared, act: actWithClient } = useSignInClient(identity)

  const fail = (text: string, field?: FieldName) => {
    setAlert(text)
    setErrors(field === undefined ? {} : { [field]: text })
  }
  /**
   * Runs `act`, which resolves with the URL to go to. The page stays busy until the browser has left it.
   *
   * @param sent the fields that an error may be about.
   */
  const work = async (act: (client: SignInClient) => Promise<string | undefined>, sent: readonly FieldName[] = []) => {
    setAlert(undefined)
    setErrors({})
    setIsWorking(true)
    try {
      const url = await actWithClient(act)
      if (url === undefined) setIsWorking(false)
      else location.assign(url)
    } catch (failure) {
      const { message, field } = describeAuthError(failure, messages)
      fail(message, field && sent.includes(field) ? field : undefined)
      setIsWorking(false)
    }
  }
  const signIn = async ({ email, password }: Credentials) => {
    if (email === '') return fail(signInPage.noEmail, 'email')
    if (password === '') return fail(signInPage.noPassword, 'password')
    await work(
      async (client) => {
        await client.signIn(email, password)
        return nextPath()
      },
      ['email', 'password'],
    )
  }
  const sendReset = async ({ email }: Pick<Credentials, 'email'>) => {
    if (email === '') return fail(signInPage.noEmail, 'email')
    await work(
      async (client) => {
        await client.sendReset(email)
        setAlert(signInPage.resetSent)
        return undefined
      },
      ['email'],
    )
  }
  const continueWith = (providerId: string) => work((client) => client.signInWithProvider(providerId, nextPath()))

  const completeProviderSignIn = useEffectEvent(async (state: string) => {
    await work(async (client) => {
      await client.handleCallback(state)
      return nextPath()
    })
  })
  useEffect(() => {
    const state = consumeOAuthState()
    // oxlint-disable-next-line react/set-state-in-effect -- Only the URL has the state.
    if (state !== undefined) void completeProviderSignIn(state)
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    // The back/forward cache restores the page as it was: busy.
    const resume = ({ persisted }: PageTransitionEvent) => persisted && setIsWorking(false)
    addEventListener('pageshow', resume, { signal: controller.signal })
    return () => controller.abort()
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

/** The path to continue at after signing in: `next`, or the page for owners. */
export function nextPath(): string {
  return safeRedirectPath(new URLSearchParams(location.search).get('next') ?? '', location.origin) ?? managePath
}
