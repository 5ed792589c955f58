import { useMessages } from '../use-messages.ts'
import { Choices } from './choices.tsx'
import type { SettingsFieldOf } from './use-settings-field.ts'

/** Until an owner chooses, only owners may add: a shop with this page has one. */
export function WhoMayAddField({ field }: { readonly field: SettingsFieldOf }) {
  const { owners, anyone } = useMessages().shopSettings
  const whoMayAdd = field('whoMayAdd')
  const choices = [
    { value: 'owners', label: owners },
    { value: 'anyone', label: anyone },
  ]
  return <Choices {...whoMayAdd} choices={choices} value={whoMayAdd.value || 'owners'} isLabelHidden />
}
