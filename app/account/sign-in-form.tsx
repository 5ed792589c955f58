import { useEffect, useRef, type FormEvent } from 'react'

import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { PasswordField } from './password-field.tsx'
import type { Credentials } from './sign-in-controller.ts'

interface SignInFormProps {
  errors: Partial<Credentials>
  isWorking: boolean
  /** Whether the shop can e-mail a link for a new password. */
  sendsMail: boolean
  onSignIn: (credentials: Credentials) => void
  onForgotten: (credentials: Credentials) => void
}

/** E-mail address and password. The input survives every failure. */
export function SignInForm({ errors, isWorking, sendsMail, onSignIn, onForgotten }: SignInFormProps) {
  const { signInPage } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  // Without JavaScript, the form must not be submitted.
  const isHydrated = useHydrated()
  // A disabled button would lose the focus. The HTML has one of the two attributes, never both.
  const disabledProps = isHydrated ? { 'aria-disabled': isWorking } : { disabled: true }
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first !== undefined) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }, [errors])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isWorking) onSignIn(readCredentials(event.currentTarget))
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
        autoComplete="current-password"
        error={errors.password}
      />
      <p className="actions">
        <button className="button" type="submit" {...disabledProps}>
          {isWorking ? signInPage.working : signInPage.action}
        </button>
        {sendsMail && (
          <button
            className="button button-quiet"
            type="button"
            {...disabledProps}
            onClick={() => form.current && !isWorking && onForgotten(readCredentials(form.current))}
          >
            {signInPage.forgotten}
          </button>
        )}
      </p>
      {!sendsMail && <p className="quiet">{signInPage.forgottenWithoutMail}</p>}
    </form>
  )
}

function readCredentials(form: HTMLFormElement): Credentials {
  const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Partial<Credentials>
  return { email: email.trim(), password }
}
