import type { BackupWarning } from '../../src/backup/daily/backup-status.ts'
import { Alert } from '../ui/alert.tsx'
import { useMessages } from '../use-messages.ts'

interface BackupAlertProps {
  readonly warning: BackupWarning
  readonly onDismiss: () => void
}

/** Tells an owner that the shop has no recent backup, and what to do. */
export function BackupAlert({ warning: { problem, lastComplete }, onDismiss }: BackupAlertProps) {
  const { manage, site } = useMessages()
  const day =
    lastComplete && new Date(lastComplete).toLocaleDateString(site.dateLocale, { day: 'numeric', month: 'long' })
  return (
    <Alert message={manage.backup[problem]} onDismiss={onDismiss}>
      <p>{[day ? manage.lastBackup(day) : manage.noBackup, manage.backupHelp].join(' ')}</p>
    </Alert>
  )
}
