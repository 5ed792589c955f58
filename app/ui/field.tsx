import type { ChangeEvent, ReactNode } from 'react'

interface FieldProps {
  name: string
  label: string
  placeholder?: string | undefined
  required?: boolean
  inputMode?: 'decimal' | 'numeric' | 'tel' | 'url' | 'email'
  type?: 'text' | 'password' | 'email' | 'date'
  /** Of a date. */
  min?: string
  /** The language of its value, if it is another one than the page's. */
  lang?: string
  autoComplete?: string
  /** For text of several lines: the initial number of rows. */
  rows?: number
  hint?: string
  /** Values to choose from; others can be typed. */
  suggestions?: readonly string[]
  onFocus?: () => void
  error: string | undefined
  /** For a field whose value is kept elsewhere. */
  value?: string
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  /** A control that belongs to the input. */
  children?: ReactNode
}

/** An input with its label, hint and error. */
export function Field({ label, rows, hint, suggestions, error, children, ...field }: FieldProps) {
  const errorId = `${field.name}-error`
  const hintId = `${field.name}-hint`
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ')
  const listId = suggestions && suggestions.length > 0 ? `${field.name}-list` : undefined
  const attributes = {
    id: field.name,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': described || undefined,
    ...field,
  }
  return (
    <div className={`field field-${field.name}`}>
      <label htmlFor={field.name}>{label}</label>
      {rows === undefined ? (
        <input type="text" list={listId} {...attributes} />
      ) : (
        <textarea rows={rows} {...attributes} />
      )}
      {children}
      {suggestions && listId !== undefined && (
        <datalist id={listId}>
          {suggestions.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p className="quiet" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
