import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Session } from '../../session/session.ts'
import { useMessages } from '../../use-messages.ts'
import { prepare, send } from '../upload/upload-job.ts'
import type { Listener, UploadState } from '../upload/upload-job.ts'
import { removePhoto, replacePhoto } from './draft-photo.ts'
import type { ChangePhotos, DraftPhoto, Photos } from './draft-photo.ts'
import { useArrival } from './use-uploads-settled.ts'

export interface PhotoUploads {
  /** By the photo's key; none while it is being prepared or waits for its turn. */
  readonly states: ReadonlyMap<string, UploadState>
  /** What could not be taken, and why, for people. */
  readonly problems: readonly string[]
  setProblems(problems: readonly string[]): void
  /** Takes up again what has failed. */
  tryAgain(key: string): void
  /**
   * Waits until the shop has every photo.
   *
   * @returns their ids, in their order.
   * @throws ShopError `invalid-photo` when one of them has failed.
   */
  arrived(): Promise<string[]>
}

interface Options {
  readonly photos: Photos
  readonly setPhotos: ChangePhotos
  /** Photos are sent once somebody is signed in; they are prepared before. */
  readonly session: Session | undefined
}

type Stage = 'preparing' | 'sending' | 'arrived'

interface Job {
  readonly stage: Stage
  readonly controller: AbortController
}

/** Brings a form's photos to the shop, each from where it is: prepares it, sends it, keeps what the shop says of it. */
export function usePhotoUploads({ photos, setPhotos, session }: Options): PhotoUploads {
  const messages = useMessages()
  const { photoField } = messages
  const { states, tell, forget } = useStates()
  const [problems, setProblems] = useState<readonly string[]>([])
  const jobs = useRef(new Map<string, Job>())

  const refuse: Listener['refuse'] = (photo, words) => {
    setPhotos((all) => removePhoto(all, photo.key))
    setProblems((before) => [...before, photoField.problem(photo.name, words)])
  }
  const latest = useRef(photos)
  const keep: Listener['keep'] = (photo) => {
    if (latest.current.some((other) => isTwin(other, photo))) refuse(photo, photoField.twice)
    else setPhotos((all) => replacePhoto(all, photo))
  }
  const begin = (photo: DraftPhoto, stage: Stage) => {
    const { blob } = photo
    if (!blob || stage === 'arrived' || (stage === 'sending' && !session)) return
    const controller = new AbortController()
    jobs.current.set(photo.key, { stage, controller })
    const bringing = { photo, blob, signal: controller.signal, messages, listener: { tell, keep, refuse } }
    void (stage === 'sending' && session ? send(bringing, session) : prepare(bringing))
  }
  const work = useEffectEvent(() => {
    latest.current = photos
    const stages = new Map(photos.map((photo) => [photo.key, stageOf(photo)]))
    for (const [key, { stage, controller }] of jobs.current) {
      if (stages.get(key) === stage) continue
      controller.abort()
      jobs.current.delete(key)
      forget(key)
    }
    for (const photo of photos) if (!jobs.current.has(photo.key)) begin(photo, stageOf(photo))
  })
  useEffect(() => work(), [photos, states, session])
  useEffect(() => {
    const begun = jobs.current
    return () => {
      for (const { controller } of begun.values()) controller.abort()
      begun.clear()
    }
  }, [])

  return {
    states,
    problems,
    setProblems,
    tryAgain: (key) => {
      jobs.current.delete(key)
      forget(key)
    },
    arrived: useArrival(photos, states),
  }
}

function useStates() {
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map())
  return {
    states,
    tell: (key: string, state: UploadState) => setStates((before) => new Map(before).set(key, state)),
    forget: (key: string) => setStates((before) => new Map([...before].filter(([other]) => other !== key))),
  }
}

function stageOf({ photo, sha256 }: DraftPhoto): Stage {
  if (photo) return 'arrived'
  return sha256 === undefined ? 'preparing' : 'sending'
}

/** Whether these are the same picture, picked twice. */
function isTwin(other: DraftPhoto, { key, sha256, photo }: DraftPhoto): boolean {
  if (other.key === key) return false
  return photo ? other.photo?.id === photo.id : other.sha256 === sha256
}
