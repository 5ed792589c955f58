import { itemPath } from '../../src/domain/page-paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { ImageUrlThumbnail } from './image-url-thumbnail.tsx'
import type { FormState, ItemFormController } from './item-form-controller.ts'
import { PhotoField } from './photos/photo-field.tsx'
import type { FormPhoto } from './upload/photo-uploads.ts'
import { useItemForm, type ItemFormOptions } from './use-item-form.ts'

interface ItemFormProps extends ItemFormOptions {
  /** Closes the form. Without it, the form has a button to clear it instead. */
  readonly onCancel?: () => void
  readonly saveLabel?: string
}

/** The form of an item. Its input survives every failure and a reload. */
export function ItemForm({ onCancel, saveLabel, ...options }: ItemFormProps) {
  const { create, manage, photoField } = useMessages()
  const { attach, controller, save, isStored, state, photos } = useItemForm(options)
  const { isSaving } = state
  const uploaded = photos.filter(({ photo }) => photo).length
  const leave = () => {
    void controller.clear()
    onCancel?.()
  }
  // Without JavaScript, the form must not be submitted.
  const isHydrated = useHydrated()
  return (
    <form ref={attach} className="form" noValidate onSubmit={save} onInput={controller.onInput}>
      <ItemFields controller={controller} state={state} photos={photos} />
      <p className="actions">
        <button className="button" type="submit" disabled={isSaving || !isHydrated}>
          {isSaving ? create.saving : (saveLabel ?? create.save)}
        </button>
        <button className="button button-quiet" type="button" onClick={leave} disabled={isSaving}>
          {onCancel ? manage.cancel : create.clear}
        </button>
        <span className="quiet" aria-live="polite">
          {isSaving && uploaded < photos.length && photoField.arrived(uploaded, photos.length)}
        </span>
      </p>
      {!isStored.text && <p role="status">{create.textNotKept}</p>}
      {!isStored.photos && <p role="status">{create.photosNotKept}</p>}
      <SaveAlert controller={controller} alert={state.alert} isKept={isStored.text && isStored.photos} />
    </form>
  )
}

interface PartProps {
  readonly controller: ItemFormController
  readonly state: FormState
}

function ItemFields({ controller, state, photos }: PartProps & { photos: readonly FormPhoto[] }) {
  const { labels, placeholders, imageUrlHint } = useMessages().create
  const { errors, imageUrl } = state
  const field = (name: keyof typeof labels) => ({ name, label: labels[name], error: errors[name] })
  return (
    <>
      <Field {...field('title')} required />
      <Field {...field('tagline')} />
      <Field {...field('price')} inputMode="decimal" />
      <Field {...field('category')} placeholder={placeholders.category} />
      <Field {...field('size')} placeholder={placeholders.size} />
      <Field {...field('color')} placeholder={placeholders.color} />
      <PhotoField uploads={controller.photos} photos={photos} error={errors['photos']} />
      <Field
        {...field('imageUrl')}
        placeholder={placeholders.imageUrl}
        inputMode="url"
        hint={imageUrlHint}
        required={photos.length === 0}
      />
      {(photos.length === 0 || imageUrl !== '') && <ImageUrlThumbnail url={imageUrl} />}
      <Field {...field('description')} rows={4} />
    </>
  )
}

interface SaveAlertProps extends Pick<PartProps, 'controller'>, Pick<FormState, 'alert'> {
  /** Whether the draft is stored. */
  readonly isKept: boolean
}

/** Why the item was not saved. */
function SaveAlert({ controller, alert, isKept }: SaveAlertProps) {
  const { create } = useMessages()
  if (alert === undefined) return null
  const { message, isStored, alreadyAdded } = alert
  return (
    <Alert message={message} onDismiss={() => controller.update({ alert: undefined })}>
      {isStored && isKept && <p>{create.kept}</p>}
      {alreadyAdded && (
        <p className="alert-actions">
          {alreadyAdded.itemId !== undefined && <a href={itemPath(alreadyAdded.itemId)}>{create.seeAdded}</a>}
          <button type="button" onClick={controller.addAnother}>
            {create.addAnother}
          </button>
        </p>
      )}
    </Alert>
  )
}
