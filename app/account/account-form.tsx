import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'

import type { ActionMode } from '../../src/domain/action-codes.ts'
import { Field } from '../ui/field.tsx'
import { useMessages } from '../use-messages.ts'

interface AccountFormProps {
  mode: ActionMode
  /** Whom the link is for; `null` is not told. */
  email: string | null
  /** What a new password must have. */
  needs: string
  /** What is wrong with what was typed. */
  error: string | undefined
  isWorking: boolean
  onSubmit: (typed: string) => void
}

/** What a link asks for before it does anything: a password, an address, or just a yes. */
export function AccountForm({ mode, email, needs, error, isWorking, onSubmit }: AccountFormProps) {
  const { accountAction } = useMessages()
  const words = accountAction[mode]
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWorking) return
    const typed = new FormData(event.currentTarget).get('typed')
    onSubmit(typeof typed === 'string' ? typed : '')
  }
  return (
    <form ref={form} className="item-form" noValidate onSubmit={submit}>
      <p>{words.about(email ?? '')}</p>
      {mode === 'resetPassword' && (
        <>
          {/* For the browser's list of passwords. */}
          <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <Field
            name="typed"
            label={accountAction.labels.password}
            type="password"
            autoComplete="new-password"
            hint={needs}
            error={error}
            required
          />
        </>
      )}
      {mode === 'signIn' && (
        <Field
          name="typed"
          label={accountAction.labels.email}
          type="email"
          autoComplete="email"
          error={error}
          required
        />
      )}
      <p className="actions">
        {/* A button that is disabled would lose the focus. */}
        <button className="button" type="submit" aria-disabled={isWorking}>
          {isWorking ? accountAction.working : words.action}
        </button>
      </p>
    </form>
  )
}
