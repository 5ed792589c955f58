import { languageNames, type Language } from '../../src/domain/language.ts'
import { FieldNotes, notesOf } from '../ui/field.tsx'
import { useSettingsField, type SettingsFieldProps } from './use-settings-field.ts'

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
  return (
    <fieldset className="choices" aria-describedby={notesOf({ name, hint, error })}>
      <legend className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} lang={choice.lang}>
          <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={onChange} />
          {choice.label}
        </label>
      ))}
      <FieldNotes {...{ name, hint, error }} />
    </fieldset>
  )
}

/** Choices of languages, each with its own name. */
export function languageChoices(languages: readonly Language[]) {
  return languages.map((language) => ({ value: language, label: languageNames[language], lang: language }))
}

interface SwitchFieldProps extends SettingsFieldProps {
  readonly name: 'copyMessage' | 'qrCode'
}

/** A setting that is on or off. */
export function SwitchField({ name, controller }: SwitchFieldProps) {
  const { label, value, error } = useSettingsField(controller)(name)
  return (
    <div className="choices">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={value === 'true'}
          aria-describedby={notesOf({ name, error })}
          onChange={({ currentTarget }) => controller.setValue(name, currentTarget.checked ? 'true' : '')}
        />
        {label}
      </label>
      <FieldNotes {...{ name, error }} />
    </div>
  )
}
