import { useEffect, useRef, type FormEvent } from 'react'

import type { FieldName } from '../account/auth-errors.ts'
import { PasswordField } from '../account/password-field.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'

interface ClaimFormProps {
  readonly errors: Readonly<Partial<Record<FieldName, string>>>
  readonly isWorking: boolean
  readonly onClaim: (credentials: Readonly<Record<FieldName, string>>) => void
}

/** The owner's e-mail address and password. The input survives every failure. */
export function ClaimForm({ errors, isWorking, onClaim }: ClaimFormProps) {
  const { claimPage, signInPage } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  // Without JavaScript, the form must not be submitted. A disabled button would lose the focus.
  const disabledProps = useHydrated() ? { 'aria-disabled': isWorking } : { disabled: true }
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first !== undefined) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }, [errors])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Partial<Record<FieldName, string>>
    const { email = '', password = '' } = typed
    onClaim({ email: email.trim(), password })
  }
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      <Field
        name="email"
        label={signInPage.labels.email}
        type="email"
        autoComplete="username"
        error={errors.email}
        required
      />
      <PasswordField
        name="password"
        label={signInPage.labels.password}
        autoComplete="new-password"
        error={errors.password}
      />
      <p className="actions">
        <button className="button" type="submit" {...disabledProps}>
          {isWorking ? signInPage.working : claimPage.action}
        </button>
      </p>
    </form>
  )
}
