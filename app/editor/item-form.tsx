import { useRef } from 'react'

import type { Suggestions } from '../../src/domain/catalogue/suggestions.ts'
import { focusOf } from '../../src/domain/focus.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { AlreadyAddedError } from './add-item.ts'
import { DetailFields } from './detail-fields.tsx'
import type { FormAlert } from './form-errors.ts'
import { ImageUrlThumbnail } from './image-url-thumbnail.tsx'
import type { FormState, ItemFormController } from './item-form-controller.ts'
import { PhotoField } from './photos/photo-field.tsx'
import type { FormPhoto } from './upload/photo-uploads.ts'
import { useItemForm, type ItemFormOptions, type ToFieldProps } from './use-item-form.ts'
import { useSuggestions } from './use-suggestions.ts'

interface ItemFormProps extends ItemFormOptions {
  /** Closes the form. Without it, the form has a button to clear it instead. */
  readonly onCancel?: () => void
  readonly saveLabel?: string
}

/** The form of an item. Its input survives every failure and a reload. */
export function ItemForm({ onCancel, saveLabel, ...options }: ItemFormProps) {
  const { create } = useMessages()
  const { attach, controller, save, field, isStored, isKept, isInOtherTab, state, alert, photos } = useItemForm(options)
  const [suggestions, loadSuggestions] = useSuggestions()
  return (
    <form ref={attach} className="form item-form" noValidate onSubmit={save}>
      {isInOtherTab && <p role="status">{create.otherTab}</p>}
      <PictureFields {...{ controller, field, photos }} />
      <TextFields field={field} suggestions={suggestions} onFocus={loadSuggestions} />
      <DetailFields field={field} />
      <FormActions {...{ controller, state, photos, onCancel, saveLabel: saveLabel ?? create.save }} />
      {!isStored.text && <p role="status">{create.textNotKept}</p>}
      {!isStored.photos && <p role="status">{create.photosNotKept}</p>}
      <SaveAlert controller={controller} alert={alert} isKept={isKept} />
    </form>
  )
}

interface PictureFieldsProps {
  readonly controller: ItemFormController
  readonly field: ToFieldProps
  readonly photos: readonly FormPhoto[]
}

/** The photos or, instead of them, a picture from the web. */
function PictureFields({ controller, field, photos }: PictureFieldsProps) {
  const { labels, placeholders, imageUrlHint } = useMessages().create
  const imageUrl = field('imageUrl').value.trim()
  const hasPhotos = photos.length > 0
  const focus = {
    focus: focusOf(field('focus').value),
    onChange: controller.setFocus,
    error: field('focus').error,
  }
  return (
    <>
      <PhotoField
        uploads={controller.photos}
        photos={photos}
        error={field('photos').error}
        isRequired={!hasPhotos && imageUrl === ''}
        focus={focus}
      />
      <div className="web-picture">
        <p className="quiet">{imageUrlHint}</p>
        <Field
          {...field('imageUrl')}
          label={labels.imageUrl}
          placeholder={placeholders.imageUrl}
          inputMode="url"
          required={!hasPhotos}
        />
        {imageUrl !== '' && <ImageUrlThumbnail url={imageUrl} isCover={!hasPhotos} focus={focus} />}
      </div>
    </>
  )
}

interface TextFieldsProps {
  readonly field: ToFieldProps
  readonly suggestions: Suggestions
  /** Called when one of the fields gets the focus. */
  readonly onFocus: () => void
}

function TextFields({ field, suggestions, onFocus }: TextFieldsProps) {
  const { labels, placeholders } = useMessages().create
  const labelled = (name: keyof typeof labels) => ({ ...field(name), label: labels[name], onFocus })
  const suggested = (name: keyof Suggestions) => ({
    ...labelled(name),
    placeholder: placeholders[name],
    suggestions: suggestions[name],
  })
  return (
    <>
      <Field {...labelled('title')} required />
      <Field {...labelled('tagline')} />
      <Field {...labelled('price')} inputMode="decimal" />
      <Field {...suggested('category')} />
      <Field {...suggested('size')} />
      <Field {...suggested('color')} />
      <Field {...labelled('description')} rows={4} />
    </>
  )
}

interface FormActionsProps extends Pick<PictureFieldsProps, 'controller' | 'photos'> {
  readonly state: FormState
  readonly onCancel: (() => void) | undefined
  readonly saveLabel: string
}

function FormActions({ controller, state, photos, onCancel, saveLabel }: FormActionsProps) {
  const { create, manage } = useMessages()
  const { isSaving, cleared } = state
  const second = useRef<HTMLButtonElement>(null)
  // Without JavaScript, the form must not be submitted.
  const isHydrated = useHydrated()
  const cancel = () => {
    if (controller.hasInput && !confirm(manage.discardQuestion)) return
    void controller.discard()
    onCancel?.()
  }
  const undo = () => {
    controller.undoClear()
    second.current?.focus() // The button disappears.
  }
  return (
    <div className="form-actions">
      <p className="actions">
        <button className="button" type="submit" disabled={!isHydrated} aria-disabled={isSaving || undefined}>
          {isSaving ? create.saving : saveLabel}
        </button>
        <QuietButton ref={second} onClick={onCancel ? cancel : controller.clear} disabled={isSaving}>
          {onCancel ? manage.cancel : create.clear}
        </QuietButton>
        {cleared === 'cleared' && <QuietButton onClick={undo}>{create.undo}</QuietButton>}
      </p>
      <p className="quiet" aria-live="polite">
        <ActionStatus state={state} photos={photos} />
      </p>
    </div>
  )
}

/** What saving waits for, or what clearing has done. */
function ActionStatus({ state: { isSaving, isWaiting, cleared }, photos }: Pick<FormActionsProps, 'state' | 'photos'>) {
  const { create, photoField } = useMessages()
  const uploaded = photos.filter(({ photo }) => photo).length
  if (isWaiting) return photoField.waiting
  if (isSaving) return uploaded < photos.length && fill(photoField.arrived, { count: uploaded, all: photos.length })
  return cleared && create[cleared]
}

interface SaveAlertProps {
  readonly controller: ItemFormController
  readonly alert: FormAlert | undefined
  /** Whether the draft is stored. */
  readonly isKept: boolean
}

/** Why the item was not saved, or that it was added. */
function SaveAlert({ controller, alert, isKept }: SaveAlertProps) {
  const { create } = useMessages()
  if (alert === undefined) return null
  const { message, cause, added } = alert
  const alreadyAdded = cause instanceof AlreadyAddedError ? cause : undefined
  const itemId = added ?? alreadyAdded?.itemId
  return (
    <Alert message={message} onDismiss={() => controller.errors.update({ alert: undefined })}>
      {cause !== undefined && !alreadyAdded && isKept && <p>{create.kept}</p>}
      {(itemId ?? alreadyAdded) !== undefined && (
        <p className="alert-actions">
          {itemId !== undefined && <a href={itemPath(itemId)}>{create.seeAdded}</a>}
          {alreadyAdded && (
            <button type="button" onClick={controller.addAnother}>
              {create.addAnother}
            </button>
          )}
        </p>
      )}
    </Alert>
  )
}
