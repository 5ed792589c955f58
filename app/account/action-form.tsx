import { useEffect, useRef, type FormEvent } from 'react'

import type { ActionMode } from '../../src/domain/action-codes.ts'
import { fill } from '../../src/domain/template.ts'
import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'
import { PasswordField } from './password-field.tsx'

interface ActionFormProps {
  mode: ActionMode
  /** The account's address; `null` if unknown. */
  email: string | null
  /** The rules for a new password, as text. */
  passwordRules: string
  error: string | undefined
  isWorking: boolean
  /** When the account was made, if that is known. */
  accountCreatedAt: Date | undefined
  /** Called when the user says that somebody else made the account. */
  onDisown: () => void
  onSubmit: (input: string) => void
}

/** What an action link asks for: a password, an e-mail address, or a confirmation. */
export function ActionForm(props: ActionFormProps) {
  const { mode, email, passwordRules, error, isWorking, accountCreatedAt, onDisown, onSubmit } = props
  const { accountAction } = useMessages()
  const texts = accountAction[mode]
  const { labels } = accountAction
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWorking) return
    const input = new FormData(event.currentTarget).get('typed')
    onSubmit(typeof input === 'string' ? input : '')
  }
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <p>
        {fill(texts.about, { email: email ?? '' })}
        {mode === 'verifyEmail' && <MadeOn date={accountCreatedAt} />}
      </p>
      {mode === 'resetPassword' && (
        // For password managers.
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      )}
      {mode === 'resetPassword' && (
        <PasswordField
          name="typed"
          label={labels.password}
          autoComplete="new-password"
          hint={passwordRules}
          error={error}
        />
      )}
      {mode === 'signIn' && (
        <Field name="typed" label={labels.email} type="email" autoComplete="email" error={error} required />
      )}
      <p className="actions">
        {/* A disabled button would lose the focus. */}
        <button className="button" type="submit" aria-disabled={isWorking}>
          {isWorking ? accountAction.working : texts.action}
        </button>
        {mode === 'verifyEmail' && !isWorking && (
          <QuietButton onClick={onDisown}>{accountAction.verifyEmail.notMe}</QuietButton>
        )}
      </p>
    </form>
  )
}

/** Says when the account was made, so that the user can tell whether they made it themselves. */
function MadeOn({ date }: { date: Date | undefined }) {
  const { accountAction, site } = useMessages()
  if (date === undefined) return null
  return (
    <>
      {' '}
      {fill(accountAction.verifyEmail.madeOn, {
        date: date.toLocaleDateString(site.dateLocale, { dateStyle: 'long' }),
      })}
    </>
  )
}
