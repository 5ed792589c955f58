import { itemPath } from '../../src/domain/page-paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { ImageUrlThumbnail } from './image-url-thumbnail.tsx'
import { PhotoField } from './photos/photo-field.tsx'
import { useItemForm, type ItemFormOptions } from './use-item-form.ts'

interface ItemFormProps extends ItemFormOptions {
  /** Closes the form. Without it, the form has a button to clear it instead. */
  readonly onCancel?: () => void
  readonly saveLabel?: string
}

/** The form of an item. Its input survives every failure and a reload. */
export function ItemForm({ onCancel, saveLabel, ...options }: ItemFormProps) {
  const { create, manage, photoField } = useMessages()
  const { labels, placeholders } = create
  const { form, isSaving, alert, dismissAlert, errors, imageUrl, onInput, clear, save, addAnother, ...rest } =
    useItemForm(options)
  const { photos, setPhotos, storageProblems, uploads } = rest
  const uploaded = photos.filter(({ photo }) => photo).length
  const leave = () => {
    void clear()
    onCancel?.()
  }
  // Without JavaScript, the form must not be submitted.
  const isHydrated = useHydrated()

  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: errors[name],
  })
  return (
    <form ref={form} className="form" noValidate onSubmit={save} onInput={onInput}>
      <Field {...field('title')} required />
      <Field {...field('tagline')} />
      <Field {...field('price')} inputMode="decimal" />
      <Field {...field('category')} placeholder={placeholders.category} />
      <Field {...field('size')} placeholder={placeholders.size} />
      <Field {...field('color')} placeholder={placeholders.color} />
      <PhotoField photos={photos} onChange={setPhotos} uploads={uploads} error={errors['photos']} />
      <Field
        {...field('imageUrl')}
        placeholder={placeholders.imageUrl}
        inputMode="url"
        hint={create.imageUrlHint}
        required={photos.length === 0}
      />
      {(photos.length === 0 || imageUrl !== '') && <ImageUrlThumbnail url={imageUrl} />}
      <Field {...field('description')} rows={4} />
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
      {storageProblems.map((text) => (
        <p key={text} role="status">
          {text}
        </p>
      ))}
      {alert !== undefined && (
        <Alert message={alert.message} onDismiss={dismissAlert}>
          {alert.isStored && storageProblems.length === 0 && <p>{create.kept}</p>}
          {alert.alreadyAdded && <AlreadyAddedActions itemId={alert.alreadyAdded.itemId} onAddAnother={addAnother} />}
        </Alert>
      )}
    </form>
  )
}

function AlreadyAddedActions({ itemId, onAddAnother }: { itemId: string | undefined; onAddAnother: () => void }) {
  const { create } = useMessages()
  return (
    <p className="alert-actions">
      {itemId !== undefined && <a href={itemPath(itemId)}>{create.seeAdded}</a>}
      <button type="button" onClick={onAddAnother}>
        {create.addAnother}
      </button>
    </p>
  )
}
