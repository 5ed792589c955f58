import { useState } from 'react'

import { fill } from '../../src/domain/template.ts'
import { describeOwnerNotice } from '../../src/messages/describe-owner-notice.ts'
import type { Session } from '../session/session.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { useMessages } from '../use-messages.ts'
import { dismissNotice, fetchNotices, type NoticeJson } from './manage-api.ts'
import { Notice } from './notice.tsx'

interface Owner {
  readonly session: Session | undefined
  readonly uid: string | undefined
  /** `undefined` until the server has answered. */
  readonly isOwner: boolean | undefined
  readonly isFormOpen: boolean
}

/**
 * What owners are told, newest first. The list waits for them: they stand above it, and would move its rows away from the finger.
 * They are read again when a form is opened or closed, and, if they could not be, once the list could: the network has come back, or
 * she has become an owner.
 *
 * @returns `undefined` until they are loaded; none if they could not be, which is reported to `onError`.
 */
export function useOwnerNotices({ session, uid, isOwner, isFormOpen }: Owner, onError: (error: unknown) => void) {
  /** The user whose notices could not be read. */
  const [unreadBy, setUnreadBy] = useState<string>()
  const load = async () => {
    const notices = session && (await fetchNotices(session).catch(onError))
    if (!notices) setUnreadBy(uid)
    return { uid, notices: notices ?? [] }
  }
  const isAgain = isOwner === true && unreadBy === uid
  const key = session && uid && `${uid} ${isAgain} ${isFormOpen}`
  const { value, setValue } = useLoaded(key, load)
  const read = value?.uid === uid ? value?.notices : undefined
  const dismiss = (newest: NoticeJson) => {
    // Another user may have signed in meanwhile: hers stay.
    const clear = () => setValue((current) => (current?.uid === uid ? { uid, notices: [] } : current))
    if (session) dismissNotice(session, newest.id).then(clear, onError)
  }
  return { notices: session ? read : [], dismiss }
}

interface OwnerNoticesProps {
  readonly notices: readonly NoticeJson[]
  readonly onDismiss: (newest: NoticeJson) => void
}

/** Tells an owner who changed what, until she dismisses it, which she cannot while one stays that is about her own account. */
export function OwnerNotices({ notices, onDismiss }: OwnerNoticesProps) {
  const { manage, site } = useMessages()
  const [newest] = notices
  if (newest === undefined) return null
  const dayOf = (time: string) => new Date(time).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  const keptUntil = notices.find((notice) => notice.keptUntil !== null)?.keptUntil
  return (
    <Notice {...(!keptUntil && { onDismiss: () => onDismiss(newest) })}>
      {notices.map((notice) => (
        <p key={notice.id}>
          {dayOf(notice.at)}: {describeOwnerNotice(notice, manage.notices, site.dateLocale)}
        </p>
      ))}
      <p>{manage.notices.help}</p>
      {keptUntil && <p>{fill(manage.notices.kept, { day: dayOf(keptUntil) })}</p>}
    </Notice>
  )
}
