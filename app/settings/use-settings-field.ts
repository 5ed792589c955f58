import { languageNames } from '../../src/domain/language.ts'
import { isTranslated } from '../../src/domain/shop-settings.ts'
import { fill } from '../../src/domain/template.ts'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import { languagesOf, readLanguages, type FieldName, type FormName } from './settings-fields.ts'
import { usePageTexts } from './use-page-texts.ts'

export interface SettingsFieldProps {
  readonly controller: SettingsController
}

/** The props of a text field, by its name; of a translated text in a language, by default the one that is chosen. */
export function useSettingsField(controller: SettingsController) {
  const { labels, textIn } = useMessages().shopSettings
  const { placeholders } = usePageTexts()
  const { values } = useObservable(controller)
  const { fields } = useObservable(controller.errors)
  const [first] = useFormLanguages(controller)
  const chosen = useTextLanguage(controller)
  const propsOf = <Name extends FieldName>(name: Name) => ({
    name,
    value: values?.[name] ?? '',
    error: fields[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      controller.setValue(name, currentTarget.value),
  })
  return <Name extends FormName>(name: Name, language = chosen ?? first) => {
    const label: string = labels[name]
    if (language === undefined || language === first || !isTranslated(name)) {
      return { ...propsOf(name), label, placeholder: (placeholders as Partial<Record<FormName, string>>)[name] }
    }
    return {
      ...propsOf(`${name}@${language}`),
      lang: language,
      label: fill(textIn, { label, language: languageNames[language] }),
      placeholder: values?.[name] ?? '',
    }
  }
}

/** The languages that the form has texts in: the shop's, first its first one, and those of texts that are to be corrected. */
export function useFormLanguages(controller: SettingsController) {
  const { refused, values } = useObservable(controller)
  return [...new Set([...readLanguages(values?.languages ?? ''), ...languagesOf(refused)])]
}

/** The chosen language of the shop's texts, if it is not the first one. */
export function useTextLanguage(controller: SettingsController) {
  const { textLanguage } = useObservable(controller)
  const [, ...others] = useFormLanguages(controller)
  return others.find((each) => each === textLanguage)
}
