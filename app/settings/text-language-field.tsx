import { languageNames } from '../../src/domain/language.ts'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import { readLanguages } from './settings-fields.ts'
import { useTextLanguage } from './use-settings-field.ts'

/** In which language the form shows the shop's texts; nothing in a shop with one language. */
export function TextLanguageField({ controller }: { readonly controller: SettingsController }) {
  const { hints, textLanguage } = useMessages().shopSettings
  const { values } = useObservable(controller)
  const shop = readLanguages(values?.languages ?? '')
  const shown = useTextLanguage(controller) ?? shop[0]
  if (shop.length < 2) return null
  return (
    <fieldset className="choices" aria-describedby="textLanguage-hint">
      <legend>{textLanguage}</legend>
      {shop.map((language) => (
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
