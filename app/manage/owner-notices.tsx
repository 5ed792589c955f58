import { useEffect, useState } from 'react'

import { describeOwnerNotice } from '../../src/messages/describe-owner-notice.ts'
import type { Session } from '../session/session.ts'
import { useMessages } from '../use-messages.ts'
import { dismissNotice, fetchNotices, type NoticeJson } from './manage-api.ts'
import { Notice } from './notice.tsx'

interface OwnerNoticesProps {
  readonly session: Session | undefined
  readonly onError: (error: unknown) => void
}

/** Tells an owner who changed what, until she dismisses it. */
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
  const dayOf = ({ at }: NoticeJson) =>
    new Date(at).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  return (
    <Notice onDismiss={dismiss}>
      {notices.map((notice) => (
        <p key={notice.id}>
          {dayOf(notice)}: {describeOwnerNotice(notice, manage.notices, site.dateLocale)}
        </p>
      ))}
      <p>{manage.notices.help}</p>
    </Notice>
  )
}
