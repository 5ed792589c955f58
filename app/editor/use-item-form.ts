import { useEffect, useState, type FormEvent } from 'react'

import type { Photo } from '../../src/domain/photo.ts'
import type { Session } from '../session/session.ts'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { FailureText } from './form-errors.ts'
import { ItemFormController, type DescribeConflict, type SaveOptions } from './item-form-controller.ts'
import { useOtherTab } from './use-other-tab.ts'
import { useUnloadQuestion } from './use-unload-question.ts'

export interface ItemFormOptions extends Pick<SaveOptions, 'onSave'> {
  /** For uploading photos and saving; `undefined` until signed in. */
  readonly session: Session | undefined
  /** Initial values; none for a new item. If they change, input stays. */
  readonly initial?: Readonly<Record<string, string>>
  /** The photos until they are changed. */
  readonly initialPhotos?: readonly Photo[]
  /** The draft's key in the browser's storage. */
  readonly draftKey: string
  /** Called with whether the browser stores the draft, with its photos. */
  readonly onStored?: (isStored: boolean) => void
  /** Describes a failure to save. */
  readonly failed?: FailureText
  /** For an item that others can change, too. */
  readonly describeConflict?: DescribeConflict
}

/** The controller of an item's form, and its state. */
export function useItemForm(options: ItemFormOptions) {
  const { session, initial, initialPhotos, draftKey } = options
  const { onSave, onStored, describeConflict } = options
  const messages = useMessages()
  const [controller] = useState(() => new ItemFormController(draftKey, messages, describeConflict))
  const isInOtherTab = useOtherTab(draftKey, controller.draft.reloadIfReplaced)
  const isStored = useObservable(controller.draft.isStored)

  useEffect(() => controller.setInitial(initial, initialPhotos), [controller, initial, initialPhotos])
  useEffect(() => {
    if (session) controller.photos.setSession(session)
  }, [controller, session])
  const isKept = isStored.text && isStored.photos
  useUnloadQuestion(isKept, () => controller.draft.isKept)
  useEffect(() => onStored?.(isKept), [onStored, isKept])

  const save = (event: FormEvent) => {
    event.preventDefault()
    const failed = options.failed ?? messages.create.failed
    void controller.save({ onSave, session, failed })
  }
  const state = useObservable(controller)
  const { photos } = useObservable(controller.photos)
  const { alert, fields } = useObservable(controller.errors)
  /** The props of a field, by its name. */
  const field = (name: string) => ({
    name,
    value: state.values[name] ?? '',
    error: fields[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      controller.setValue(name, currentTarget.value),
  })
  return { controller, attach: controller.attach, save, field, isStored, isKept, isInOtherTab, state, alert, photos }
}

export type ToFieldProps = ReturnType<typeof useItemForm>['field']
