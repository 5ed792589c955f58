import { useRef, type ChangeEvent, type ComponentProps } from 'react'

import { QuietButton } from '../../ui/quiet-button.tsx'

interface PickerButtonProps
  extends ComponentProps<typeof QuietButton>, Pick<ComponentProps<'input'>, 'multiple' | 'capture'> {
  readonly onPick: (files: readonly File[]) => void
}

/** A button to choose pictures from this device, or with `capture` to take one. */
export function PickerButton({ multiple, capture, onPick, ...button }: PickerButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    currentTarget.value = '' // Allows picking the same file again.
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" {...{ multiple, capture }} hidden onChange={pick} />
      <QuietButton {...button} onClick={() => input.current?.click()} />
    </>
  )
}
