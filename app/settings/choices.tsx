import { languageNames, type Language } from '../../src/domain/language.ts'

interface ChoicesProps {
  readonly name: string
  /** What is to be chosen. */
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly choices: readonly { readonly value: string; readonly label: string; readonly lang?: string }[]
  /** The choice that is made. */
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  readonly hint?: string
  readonly error?: string | undefined
}

/** Radio buttons with their hint and error. */
export function Choices({ name, label, isLabelHidden, choices, value, onChange, hint, error }: ChoicesProps) {
  const hintId = `${name}-hint`
  const errorId = `${name}-error`
  const described = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <fieldset className="choices" aria-describedby={described || undefined}>
      <legend className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} lang={choice.lang}>
          <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={onChange} />
          {choice.label}
        </label>
      ))}
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
    </fieldset>
  )
}

/** Choices of languages, each with its own name. */
export function languageChoices(languages: readonly Language[]) {
  return languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))
}
