import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'

import { signInPage } from '../../src/domain/messages.ts'
import { useHydrated } from '../browser/use-hydrated.ts'
import type { SignInErrors, Typed } from '../browser/use-sign-in.ts'
import { Field } from './field.tsx'

interface SignInFormProps {
  errors: SignInErrors
  isWorking: boolean
  onSignIn: (typed: Typed) => void
  onForgotten: (typed: Typed) => void
}

/** Address and password. What was typed stays through every failure. */
export function SignInForm({ errors, isWorking, onSignIn, onForgotten }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // A form without its script would send the password in an address.
  const isHydrated = useHydrated()
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
        {/* A button that is disabled would lose the focus. */}
        <button className="button" type="submit" aria-disabled={isWorking} disabled={!isHydrated}>
          {isWorking ? signInPage.working : signInPage.action}
        </button>
        <button
          className="button button-quiet"
          type="button"
          aria-disabled={isWorking}
          disabled={!isHydrated}
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
