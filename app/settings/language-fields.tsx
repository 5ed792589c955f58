import { languageNames, languages, type Language } from '../../src/domain/language.ts'
import { useMessages } from '../use-messages.ts'
import { Choices, languageChoices } from './choices.tsx'
import { readLanguages } from './settings-fields.ts'
import { usePageTexts } from './use-page-texts.ts'
import { useFormLanguages, useSettingsField, useTextLanguage, type SettingsFieldProps } from './use-settings-field.ts'

/** The first language of the shop, which is always on, and the others that are. */
export function LanguagesField({ controller }: SettingsFieldProps) {
  const { firstLanguage, otherLanguages } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const { name, value, error } = useSettingsField(controller)('languages')
  const [first = 'en', ...others] = readLanguages(value)
  const set = (chosen: Language, rest: readonly Language[]) =>
    controller.setValue(name, [chosen, ...rest.filter((each) => each !== chosen)].join(' '))
  return (
    <>
      <Choices
        name={name}
        label={firstLanguage}
        choices={languageChoices(languages)}
        value={first}
        onChange={({ currentTarget }) => set(currentTarget.value as Language, [first, ...others])}
        error={error}
      />
      <fieldset className="choices">
        <legend>{otherLanguages}</legend>
        {languages
          .filter((language) => language !== first)
          .map((language) => (
            <label key={language} lang={language}>
              <input
                type="checkbox"
                name="otherLanguages"
                value={language}
                checked={others.includes(language)}
                onChange={({ currentTarget }) =>
                  set(first, currentTarget.checked ? [...others, language] : others.filter((each) => each !== language))
                }
              />
              {languageNames[language]}
            </label>
          ))}
      </fieldset>
      <p className="quiet">{hints.languages}</p>
    </>
  )
}

/** In which language the form shows the shop's texts; nothing if they are in one language. */
export function TextLanguageField({ controller }: SettingsFieldProps) {
  const { textLanguage } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const offered = useFormLanguages(controller)
  const shown = useTextLanguage(controller) ?? offered[0]
  if (offered.length < 2) return null
  return (
    <Choices
      name="textLanguage"
      label={textLanguage}
      choices={languageChoices(offered)}
      value={shown ?? ''}
      onChange={({ currentTarget }) => controller.showTextsIn(currentTarget.value as Language)}
      hint={hints.textLanguage}
    />
  )
}
