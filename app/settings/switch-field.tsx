import type { SettingsController } from './settings-controller.ts'
import type { SettingsFieldOf } from './use-settings-field.ts'

interface SwitchFieldProps {
  readonly name: 'copyMessage' | 'qrCode'
  readonly controller: SettingsController
  readonly field: SettingsFieldOf
}

/** A setting that is on or off. */
export function SwitchField({ name, controller, field }: SwitchFieldProps) {
  const { label, value } = field(name)
  return (
    <div className="choices">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={value === 'true'}
          onChange={({ currentTarget }) => controller.setValue(name, currentTarget.checked ? 'true' : '')}
        />
        {label}
      </label>
    </div>
  )
}
