import type { ChangeEvent, ReactNode } from 'react'

interface FieldProps {
  name: string
  label: string
  placeholder?: string | undefined
  required?: boolean
  readOnly?: boolean
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
  const listId = suggestions && suggestions.length > 0 ? `${field.name}-list` : undefined
  const attributes = {
    id: field.name,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': notesOf({ name: field.name, hint, error }),
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
      <FieldNotes name={field.name} {...{ hint, error }} />
    </div>
  )
}

interface FieldNotesProps {
  readonly name: string
  readonly hint?: string | undefined
  readonly error: string | undefined
}

/** What is said below a control. */
export function FieldNotes({ name, hint, error }: FieldNotesProps) {
  return (
    <>
      {hint !== undefined && (
        <p className="quiet" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </>
  )
}

/** The value of `aria-describedby` of a control with {@link FieldNotes}. */
export function notesOf({ name, hint, error }: FieldNotesProps): string | undefined {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`]
  return ids.filter(Boolean).join(' ') || undefined
}
