import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import type { FieldName } from './settings-fields.ts'

/** The props of a text field, by its name. */
export type SettingsFieldOf = ReturnType<typeof useSettingsField>

export function useSettingsField(controller: SettingsController) {
  const { labels, placeholders } = useMessages().shopSettings
  const { values } = useObservable(controller)
  const { fields } = useObservable(controller.errors)
  return <Name extends FieldName>(name: Name) => ({
    name,
    label: labels[name],
    placeholder: (placeholders as Partial<Record<FieldName, string>>)[name],
    value: values?.[name] ?? '',
    error: fields[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      controller.setValue(name, currentTarget.value),
  })
}
