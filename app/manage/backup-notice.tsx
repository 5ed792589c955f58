import type { BackupWarning } from '../../src/backup/daily/backup-status.ts'
import { useMessages } from '../use-messages.ts'
import { Notice } from './notice.tsx'

interface BackupNoticeProps {
  readonly warning: BackupWarning
  readonly onDismiss: () => void
}

/** Tells an owner that the shop has no recent backup, and what to do. */
export function BackupNotice({ warning: { problem, lastComplete }, onDismiss }: BackupNoticeProps) {
  const { manage, site } = useMessages()
  const day =
    lastComplete && new Date(lastComplete).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  return (
    <Notice onDismiss={onDismiss}>
      <p>{manage.backup[problem]}</p>
      <p>{[day ? manage.lastBackup(day) : manage.noBackup, manage.backupHelp].join(' ')}</p>
    </Notice>
  )
}
