import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Session } from '../../session/session.ts'
import { useMessages } from '../../use-messages.ts'
import { resize, send, type UploadListener, type UploadState } from '../upload/upload-job.ts'
import { removePhoto, replacePhoto, type ChangePhotos, type DraftPhoto, type Photos } from './draft-photo.ts'
import { useUploadsSettled } from './use-uploads-settled.ts'

export interface PhotoUploads {
  /** By the photo's key; missing while it is being resized or queued. */
  readonly states: ReadonlyMap<string, UploadState>
  /** Why files were rejected, for the user. */
  readonly problems: readonly string[]
  setProblems(problems: readonly string[]): void
  /** Retries a failed upload. */
  tryAgain(key: string): void
  /**
   * Waits until every photo is uploaded.
   *
   * @returns their ids, in order.
   * @throws ShopError `invalid-photo` if one has failed.
   */
  settled(): Promise<string[]>
}

interface Options {
  readonly photos: Photos
  readonly setPhotos: ChangePhotos
  /** Photos are uploaded once the user is signed in; they are resized before. */
  readonly session: Session | undefined
}

type Stage = 'resizing' | 'sending' | 'uploaded'

interface Job {
  readonly stage: Stage
  readonly controller: AbortController
}

/** Uploads the form's photos: resizes each one, sends it and stores the result in the form. */
export function usePhotoUploads({ photos, setPhotos, session }: Options): PhotoUploads {
  const messages = useMessages()
  const { photoField } = messages
  const { states, onState, removeState } = useStates()
  const [problems, setProblems] = useState<readonly string[]>([])
  const jobs = useRef(new Map<string, Job>())

  const onRejected: UploadListener['onRejected'] = (photo, reason) => {
    setPhotos((all) => removePhoto(all, photo.key))
    setProblems((before) => [...before, photoField.problem(photo.name, reason)])
  }
  const latest = useRef(photos)
  const onStep: UploadListener['onStep'] = (photo) => {
    if (latest.current.some((other) => isDuplicate(other, photo))) onRejected(photo, photoField.twice)
    else setPhotos((all) => replacePhoto(all, photo))
  }
  const start = (photo: DraftPhoto, stage: Stage) => {
    const { blob } = photo
    if (!blob || stage === 'uploaded' || (stage === 'sending' && !session)) return
    const controller = new AbortController()
    jobs.current.set(photo.key, { stage, controller })
    const job = { photo, blob, signal: controller.signal, messages, listener: { onState, onStep, onRejected } }
    void (stage === 'sending' && session ? send(job, session) : resize(job))
  }
  const syncJobs = useEffectEvent(() => {
    latest.current = photos
    const stages = new Map(photos.map((photo) => [photo.key, stageOf(photo)]))
    for (const [key, { stage, controller }] of jobs.current) {
      if (stages.get(key) === stage) continue
      controller.abort()
      jobs.current.delete(key)
      removeState(key)
    }
    for (const photo of photos) if (!jobs.current.has(photo.key)) start(photo, stageOf(photo))
  })
  useEffect(() => syncJobs(), [photos, states, session])
  useEffect(() => {
    const started = jobs.current
    return () => {
      for (const { controller } of started.values()) controller.abort()
      started.clear()
    }
  }, [])

  return {
    states,
    problems,
    setProblems,
    tryAgain: (key) => {
      jobs.current.delete(key)
      removeState(key)
    },
    settled: useUploadsSettled(photos, states),
  }
}

function useStates() {
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map())
  return {
    states,
    onState: (key: string, state: UploadState) => setStates((before) => new Map(before).set(key, state)),
    removeState: (key: string) => setStates((before) => new Map([...before].filter(([other]) => other !== key))),
  }
}

function stageOf({ photo, sha256 }: DraftPhoto): Stage {
  if (photo) return 'uploaded'
  return sha256 === undefined ? 'resizing' : 'sending'
}

/** Whether the same photo was picked twice. */
function isDuplicate(other: DraftPhoto, { key, sha256, photo }: DraftPhoto): boolean {
  if (other.key === key) return false
  return photo ? other.photo?.id === photo.id : other.sha256 === sha256
}
