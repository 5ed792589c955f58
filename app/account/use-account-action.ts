import { useEffect, useState } from 'react'

import type { ActionMode } from '../../src/domain/action-codes.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { useMessages } from '../use-messages.ts'
import type { AccountClient, ActionLinkInfo } from './account-client.ts'
import { parseActionLink, type ActionLink } from './action-link.ts'
import { describeAuthError, type FieldName } from './auth-errors.ts'

/** `check-failed`: checking the link failed and may be tried again. `invalid`: the link cannot be used. */
export type Step = 'checking' | 'check-failed' | 'ready' | 'working' | 'done' | 'invalid'

interface CheckedLink {
  readonly link: ActionLink
  readonly info: ActionLinkInfo
  readonly client: AccountClient
}

/** The input field of each action that has one. */
const fieldOf: Readonly<Partial<Record<ActionMode, FieldName>>> = { resetPassword: 'password', signIn: 'email' }

/** The state of the action link page. It checks the link first, and uses it only on submit. */
export function useAccountAction(identity: PublicShop['identity']) {
  const messages = useMessages()
  const { accountAction } = messages
  const [step, setStep] = useState<Step>('checking')
  const [checked, setChecked] = useState<CheckedLink>()
  const [alert, setAlert] = useState<string>()
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    const controller = new AbortController()
    const check = async () => {
      const link = parseActionLink(location.href)
      if (link === undefined) return { step: 'invalid', alert: messages.accountAction.incomplete } as const
      try {
        const { openAccountClient } = await import('./account-client.ts')
        const client = openAccountClient(identity, messages.accountAction.policy)
        return { step: 'ready', checked: { link, client, info: await client.check(link) } } as const
      } catch (failure) {
        const { message, reaction } = describeAuthError(failure, messages)
        return { step: reaction === 'try-again' ? 'check-failed' : 'invalid', alert: message } as const
      }
    }
    const show = async () => {
      const result = await check()
      if (controller.signal.aborted) return
      setStep(result.step)
      if ('checked' in result) setChecked(result.checked)
      else setAlert(result.alert)
    }
    void show()
    return () => controller.abort()
  }, [identity, attempt, messages])

  const checkAgain = () => {
    setAlert(undefined)
    setStep('checking')
    setAttempt(attempt + 1)
  }

  const fail = (message: string) => {
    setAlert(message)
    setError(message)
  }
  const apply = async ({ link, client }: CheckedLink, input: string) => {
    const { mode } = link
    if (input === '' && mode === 'resetPassword') return fail(accountAction.noPassword)
    if (input === '' && mode === 'signIn') return fail(accountAction.noEmail)
    setAlert(undefined)
    setError(undefined)
    setStep('working')
    try {
      await client.apply(link, input)
      setStep('done')
      setAlert(accountAction[mode].done)
    } catch (failure) {
      const { message, reaction, field } = describeAuthError(failure, messages)
      setStep(reaction === 'start-over' ? 'invalid' : 'ready')
      setAlert(message)
      if (field !== undefined && field === fieldOf[mode]) setError(message)
    }
  }
  const sendReset = async ({ client }: CheckedLink, email: string) => {
    setAlert(undefined)
    try {
      await client.sendReset(email)
      setAlert(accountAction.recoverEmail.resetSent)
    } catch (failure) {
      setAlert(describeAuthError(failure, messages).message)
    }
  }
  return { step, checked, alert, error, dismissAlert: () => setAlert(undefined), checkAgain, apply, sendReset }
}
