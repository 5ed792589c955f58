import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import { fill } from '../../src/domain/template.ts'
import { useMessages } from '../use-messages.ts'
import { Notice } from './notice.tsx'

interface BackupNoticeProps {
  readonly report: BackupReport
  readonly onDismiss: () => void
}

/** Tells an owner that the shop has no recent backup, and what to do. `BackupLine` says that it makes none. */
export function BackupNotice({ report: { problem, lastComplete }, onDismiss }: BackupNoticeProps) {
  const { manage, site } = useMessages()
  if (problem === undefined || problem === 'not-set-up') return null
  const day =
    lastComplete && new Date(lastComplete).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  return (
    <Notice onDismiss={onDismiss}>
      <p>{manage.backup[problem]}</p>
      <p>{[day ? fill(manage.lastBackup, { day }) : manage.noBackup, manage.backupHelp].join(' ')}</p>
    </Notice>
  )
}
