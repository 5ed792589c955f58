import { useEffect, useRef, useState } from 'react'

import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'

interface PasswordFieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string
  readonly error: string | undefined
}

/** A password, with a button that shows what was typed. Submitting the form hides it again. */
export function PasswordField(field: PasswordFieldProps) {
  const { signInPage } = useMessages()
  const [isShown, setIsShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    const hide = () => setIsShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <Field {...field} type={isShown ? 'text' : 'password'} required>
      <QuietButton
        ref={button}
        className="password-toggle"
        aria-controls={field.name}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? signInPage.hidePassword : signInPage.showPassword}
      </QuietButton>
    </Field>
  )
}
