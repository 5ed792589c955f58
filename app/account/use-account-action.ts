import { useEffect, useState } from 'react'

import type { ActionMode } from '../../src/domain/action-codes.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { useMessages } from '../use-messages.ts'
import type { AccountClient, LinkFacts } from './account-client.ts'
import { readAccountLink } from './action-link.ts'
import type { AccountLink } from './action-link.ts'
import { describeAuthError } from './auth-errors.ts'
import type { FieldName } from './auth-errors.ts'

/** `unread`: looking at the link did not work, and may the next time. `over`: nothing can be done with it any more. */
export type Step = 'looking' | 'unread' | 'asking' | 'working' | 'done' | 'over'

interface Opened {
  readonly link: AccountLink
  readonly facts: LinkFacts
  readonly client: AccountClient
}

/** What is typed on the page, where it asks for something. */
const fieldOf: Readonly<Partial<Record<ActionMode, FieldName>>> = { resetPassword: 'password', signIn: 'email' }

/** The state of the page that a link in a letter leads to. It looks at the link first, and does nothing unasked. */
export function useAccountAction(identity: PublicShop['identity']) {
  const messages = useMessages()
  const { accountAction } = messages
  const [step, setStep] = useState<Step>('looking')
  const [opened, setOpened] = useState<Opened>()
  const [alert, setAlert] = useState<string>()
  const [error, setError] = useState<string>()
  const [looks, setLooks] = useState(1)

  useEffect(() => {
    const ended = new AbortController()
    const look = async () => {
      const link = readAccountLink(location.href)
      if (link === undefined) return { step: 'over', alert: messages.accountAction.incomplete } as const
      try {
        const { openAccountClient } = await import('./account-client.ts')
        const client = openAccountClient(identity, messages.accountAction.policy)
        return { step: 'asking', opened: { link, client, facts: await client.look(link) } } as const
      } catch (failure) {
        const { words, reaction } = describeAuthError(failure, messages)
        return { step: reaction === 'try-again' ? 'unread' : 'over', alert: words } as const
      }
    }
    const show = async () => {
      const seen = await look()
      if (ended.signal.aborted) return
      setStep(seen.step)
      if ('opened' in seen) setOpened(seen.opened)
      else setAlert(seen.alert)
    }
    void show()
    return () => ended.abort()
  }, [identity, looks, messages])

  const lookAgain = () => {
    setAlert(undefined)
    setStep('looking')
    setLooks(looks + 1)
  }

  const refuse = (words: string) => {
    setAlert(words)
    setError(words)
  }
  const act = async ({ link, client }: Opened, typed: string) => {
    const { mode } = link
    if (typed === '' && mode === 'resetPassword') return refuse(accountAction.noPassword)
    if (typed === '' && mode === 'signIn') return refuse(accountAction.noEmail)
    setAlert(undefined)
    setError(undefined)
    setStep('working')
    try {
      await client.act(link, typed)
      setStep('done')
      setAlert(accountAction[mode].done)
    } catch (failure) {
      const { words, reaction, field } = describeAuthError(failure, messages)
      setStep(reaction === 'start-over' ? 'over' : 'asking')
      setAlert(words)
      if (field !== undefined && field === fieldOf[mode]) setError(words)
    }
  }
  const sendReset = async ({ client }: Opened, email: string) => {
    setAlert(undefined)
    try {
      await client.sendReset(email)
      setAlert(accountAction.recoverEmail.resetSent)
    } catch (failure) {
      setAlert(describeAuthError(failure, messages).words)
    }
  }
  return { step, opened, alert, error, dismissAlert: () => setAlert(undefined), lookAgain, act, sendReset }
}
