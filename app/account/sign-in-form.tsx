import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'

import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import type { SignInErrors, Typed } from './use-sign-in.ts'

interface SignInFormProps {
  errors: SignInErrors
  isWorking: boolean
  onSignIn: (typed: Typed) => void
  onForgotten: (typed: Typed) => void
}

/** Address and password. What was typed stays through every failure. */
export function SignInForm({ errors, isWorking, onSignIn, onForgotten }: SignInFormProps) {
  const { signInPage } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  // A form without its script would send the password in an address.
  const isHydrated = useHydrated()
  // A button that is disabled would lose the focus. HTML has one way or the other, never both.
  const off = isHydrated ? { 'aria-disabled': isWorking } : { disabled: true }
  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first !== undefined) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }, [errors])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isWorking) onSignIn(typedInto(event.currentTarget))
  }
  return (
    <form ref={form} className="item-form" method="post" noValidate onSubmit={submit}>
      <Field
        name="email"
        label={signInPage.labels.email}
        type="email"
        autoComplete="username"
        error={errors.email}
        required
      />
      <Field
        name="password"
        label={signInPage.labels.password}
        type="password"
        autoComplete="current-password"
        error={errors.password}
        required
      />
      <p className="actions">
        <button className="button" type="submit" {...off}>
          {isWorking ? signInPage.working : signInPage.action}
        </button>
        <button
          className="button button-quiet"
          type="button"
          {...off}
          onClick={() => form.current && !isWorking && onForgotten(typedInto(form.current))}
        >
          {signInPage.forgotten}
        </button>
      </p>
    </form>
  )
}

function typedInto(form: HTMLFormElement): Typed {
  const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Partial<Typed>
  return { email: email.trim(), password }
}
