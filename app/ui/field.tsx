interface FieldProps {
  name: string
  label: string
  placeholder?: string | undefined
  required?: boolean
  maxLength?: number
  inputMode?: 'decimal' | 'url'
  /** A text of several lines, this many at first. */
  rows?: number
  /** What is wrong with the field. */
  error: string | undefined
}

/** One labelled field. What is wrong with it stands beside it and is read with it. */
export function Field({ label, rows, error, ...field }: FieldProps) {
  const errorId = `${field.name}-error`
  const attributes = {
    id: field.name,
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
    ...field,
  }
  return (
    <div className={`field field-${field.name}`}>
      <label htmlFor={field.name}>{label}</label>
      {rows === undefined ? <input type="text" {...attributes} /> : <textarea rows={rows} {...attributes} />}
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
