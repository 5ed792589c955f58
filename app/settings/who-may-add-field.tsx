import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import type { SettingsFieldOf } from './use-settings-field.ts'

interface WhoMayAddFieldProps {
  readonly controller: SettingsController
  readonly field: SettingsFieldOf
}

/** Until an owner chooses, only owners may add: a shop with this page has one. */
export function WhoMayAddField({ controller, field }: WhoMayAddFieldProps) {
  const { labels, owners, anyone } = useMessages().shopSettings
  const { name, value, error } = field('whoMayAdd')
  const choices = [
    ['owners', owners],
    ['anyone', anyone],
  ] as const
  return (
    <fieldset className="choices" aria-describedby="whoMayAdd-error">
      <legend className="visually-hidden">{labels.whoMayAdd}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={(value || 'owners') === choice}
            onChange={() => controller.setValue(name, choice)}
          />
          {label}
        </label>
      ))}
      <p className="field-error" id="whoMayAdd-error" hidden={error === undefined}>
        {error}
      </p>
    </fieldset>
  )
}
