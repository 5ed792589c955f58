import { useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react'

import { fill, pluralOf } from '../../../src/domain/template.ts'
import { useMessages } from '../../use-messages.ts'
import type { FormPhoto, PhotoUploads } from '../upload/photo-uploads.ts'
import { PhotoTile } from './photo-tile.tsx'
import { useSortable } from './use-sortable.ts'

interface PhotoListProps {
  readonly photos: readonly FormPhoto[]
  readonly uploads: PhotoUploads
  /** Gets the focus when the last photo is removed. */
  readonly chooser: RefObject<HTMLButtonElement | null>
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void
}

/** The photos in order. Dragging a thumbnail or pressing a button changes the order. */
export function PhotoList({ photos, uploads, chooser, announce }: PhotoListProps) {
  const { photoField, site } = useMessages()
  const list = useRef<HTMLUListElement>(null)
  /** Gets the focus after the change: moved and removed elements lose it. */
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    focused.current?.focus()
    focused.current = null
  })
  const move = (from: number, to: number) => {
    uploads.move(from, to)
    announce(fill(photoField.moved, { number: to + 1, count: photos.length }))
  }
  const remove = ({ currentTarget }: MouseEvent, key: string) => {
    const tile = currentTarget.closest('li')
    const neighbour = tile?.nextElementSibling ?? tile?.previousElementSibling
    if (neighbour) focused.current = neighbour.querySelector<HTMLElement>('button:last-of-type')
    else chooser.current?.focus()
    uploads.remove(key)
    const count = photos.length - 1
    announce(fill(pluralOf(photoField.removed, count, site.language), { count }))
  }
  useSortable(list, { handle: '.photo-thumbnail', isOn: photos.length > 1, onMove: move })
  return (
    <ul className="photos" ref={list}>
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.key}
          photo={photo}
          number={index + 1}
          count={photos.length}
          onMove={(event, to) => {
            focused.current = event.currentTarget
            move(index, to)
          }}
          onRemove={(event) => remove(event, photo.key)}
          onTryAgain={({ currentTarget }) => {
            focused.current = currentTarget.parentElement?.lastElementChild as HTMLElement
            uploads.retry(photo.key)
          }}
        />
      ))}
    </ul>
  )
}
