import { languageNames } from '../../src/domain/language.ts'
import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import { useFormLanguages, useTextLanguage } from './use-settings-field.ts'

/** In which language the form shows the shop's texts; nothing if they are in one language. */
export function TextLanguageField({ controller }: { readonly controller: SettingsController }) {
  const { hints, textLanguage } = useMessages().shopSettings
  const offered = useFormLanguages(controller)
  const shown = useTextLanguage(controller) ?? offered[0]
  if (offered.length < 2) return null
  return (
    <fieldset className="choices" aria-describedby="textLanguage-hint">
      <legend>{textLanguage}</legend>
      {offered.map((language) => (
        <label key={language} lang={language}>
          <input
            type="radio"
            name="textLanguage"
            value={language}
            checked={language === shown}
            onChange={() => controller.showTextsIn(language)}
          />
          {languageNames[language]}
        </label>
      ))}
      <p className="quiet" id="textLanguage-hint">
        {hints.textLanguage}
      </p>
    </fieldset>
  )
}
