import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'

import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { PasswordField } from './password-field.tsx'
import type { Credentials } from './sign-in-controller.ts'

/** What a button does with the typed credentials. */
interface FormAction {
  readonly label: string
  readonly run: (credentials: Credentials) => void
}

interface CredentialsFormProps {
  readonly errors: Partial<Credentials>
  readonly isWorking: boolean
  readonly autoComplete: 'current-password' | 'new-password'
  readonly passwordHint?: string
  readonly action: FormAction
  readonly otherAction?: FormAction | false
  /** Below the buttons. */
  readonly children?: ReactNode
}

/** E-mail address and password. The input survives every failure. */
export function CredentialsForm({ errors, isWorking, autoComplete, passwordHint, ...props }: CredentialsFormProps) {
  const { action, otherAction, children } = props
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

  const run = (chosen: FormAction) => {
    if (form.current && !isWorking) chosen.run(readCredentials(form.current))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    run(action)
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
        autoComplete={autoComplete}
        {...(passwordHint !== undefined && { hint: passwordHint })}
        error={errors.password}
      />
      <p className="actions">
        <button className="button" type="submit" {...disabledProps}>
          {isWorking ? signInPage.working : action.label}
        </button>
        {otherAction && (
          <QuietButton {...disabledProps} onClick={() => run(otherAction)}>
            {otherAction.label}
          </QuietButton>
        )}
      </p>
      {children}
    </form>
  )
}

function readCredentials(form: HTMLFormElement): Credentials {
  const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Partial<Credentials>
  return { email: email.trim(), password }
}
