import { itemPath } from '../../src/domain/page-paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMessages } from '../use-messages.ts'
import { PhotoField } from './photos/photo-field.tsx'
import { ImagePreview } from './thumbnail.tsx'
import { useItemForm } from './use-item-form.ts'
import type { ItemFormOptions } from './use-item-form.ts'

interface ItemFormProps extends ItemFormOptions {
  /** Leaves the form; without it, the form can be cleared instead. */
  readonly onCancel?: () => void
  readonly saveWords?: string
}

/** An item's fields. They keep what was typed through every failure and across a reload. */
export function ItemForm({ onCancel, saveWords, ...options }: ItemFormProps) {
  const { create, manage, photoField } = useMessages()
  const { labels, placeholders } = create
  const { form, isSaving, alert, dismissAlert, errors, imageUrl, noteTyping, clear, save, addAnother, ...rest } =
    useItemForm(options)
  const { photos, setPhotos, troubles, uploads } = rest
  const arrived = photos.filter(({ photo }) => photo).length
  const leave = () => {
    void clear()
    onCancel?.()
  }
  // A form without its script would send what was typed to nobody, in an address.
  const isHydrated = useHydrated()

  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: errors[name],
  })
  return (
    <form ref={form} className="item-form" noValidate onSubmit={save} onInput={noteTyping}>
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
      {(photos.length === 0 || imageUrl !== '') && <ImagePreview url={imageUrl} />}
      <Field {...field('description')} rows={4} />
      <p className="actions">
        <button className="button" type="submit" disabled={isSaving || !isHydrated}>
          {isSaving ? create.saving : (saveWords ?? create.save)}
        </button>
        <button className="button button-quiet" type="button" onClick={leave} disabled={isSaving}>
          {onCancel ? manage.cancel : create.clear}
        </button>
        <span className="quiet" aria-live="polite">
          {isSaving && arrived < photos.length && photoField.arrived(arrived, photos.length)}
        </span>
      </p>
      {troubles.map((words) => (
        <p key={words} role="status">
          {words}
        </p>
      ))}
      {alert !== undefined && (
        <Alert words={alert.words} onDismiss={dismissAlert}>
          {alert.isKept && troubles.length === 0 && <p>{create.kept}</p>}
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
