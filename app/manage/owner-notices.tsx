import { useEffect, useState } from 'react'

import { fill } from '../../src/domain/template.ts'
import { describeOwnerNotice } from '../../src/messages/describe-owner-notice.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { dismissNotice, fetchNotices, type NoticeJson } from './manage-api.ts'
import { Notice } from './notice.tsx'

interface OwnerNoticesProps {
  readonly session: Session | undefined
  readonly onError: (error: unknown) => void
}

/** Tells an owner who changed what, until she dismisses it, which she cannot while one stays that is about her own account. */
export function OwnerNotices({ session, onError }: OwnerNoticesProps) {
  const { manage, site } = useMessages()
  const [notices, setNotices] = useState<readonly NoticeJson[]>([])
  useEffect(() => {
    if (session) fetchNotices(session).then(setNotices, onError)
  }, [session, onError])
  const [newest] = notices
  if (!session || newest === undefined) return null
  const dismiss = () => {
    dismissNotice(session, newest.id).then(() => setNotices([]), onError)
  }
  const dayOf = (time: string) => new Date(time).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  const keptUntil = notices.find((notice) => notice.keptUntil !== null)?.keptUntil
  return (
    <Notice {...(!keptUntil && { onDismiss: dismiss })}>
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
