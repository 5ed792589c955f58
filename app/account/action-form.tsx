import { useEffect, useRef, type FormEvent } from 'react'

import { fill } from '../../src/domain/template.ts'
import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { AccountActionController, CheckedLink } from './account-action-controller.ts'
import { PasswordField } from './password-field.tsx'

interface ActionFormProps {
  readonly controller: AccountActionController
  readonly checked: CheckedLink
}

/** What an action link asks for: a password, an e-mail address, or a confirmation. */
export function ActionForm({ controller, checked }: ActionFormProps) {
  const { mode, accountCreatedAt } = checked.link
  const { email, passwordRules } = checked.info
  const { error, step } = useObservable(controller)
  const isWorking = step === 'working'
  const { accountAction, site } = useMessages()
  const texts = accountAction[mode]
  const { labels } = accountAction
  // Of an account that may be a stranger's.
  const disowned = 'notMe' in texts ? texts : undefined
  const madeOn = accountCreatedAt?.toLocaleDateString(site.dateLocale, { dateStyle: 'long' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWorking) return
    const input = new FormData(event.currentTarget).get('typed')
    void controller.apply(checked, typeof input === 'string' ? input : '')
  }
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <p>
        {fill(texts.about, { email: email ?? '' })}
        {/* So that the user can tell whether they made it themselves. */}
        {disowned && madeOn && ` ${fill(disowned.madeOn, { date: madeOn })}`}
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
        {disowned && !isWorking && (
          <QuietButton onClick={() => controller.disown(disowned.notConfirmed)}>{disowned.notMe}</QuietButton>
        )}
      </p>
    </form>
  )
}
