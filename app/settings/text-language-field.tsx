import type { Language } from '../../src/domain/language.ts'
import { useMessages } from '../use-messages.ts'
import { Choices, languageChoices } from './choices.tsx'
import type { SettingsController } from './settings-controller.ts'
import { useFormLanguages, useTextLanguage } from './use-settings-field.ts'

/** In which language the form shows the shop's texts; nothing if they are in one language. */
export function TextLanguageField({ controller }: { readonly controller: SettingsController }) {
  const { hints, textLanguage } = useMessages().shopSettings
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
