import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { useMessages } from '../use-messages.ts'
import { backupId } from './first-steps.tsx'
import { Notice } from './notice.tsx'

interface BackupNoticeProps {
  readonly report: BackupReport
  readonly onDismiss: () => void
}

/** Tells an owner why the shop has no recent backup, and what to do. {@link BackupLine} says when the last one was. */
export function BackupNotice({ report: { problem }, onDismiss }: BackupNoticeProps) {
  const { manage } = useMessages()
  if (problem === undefined || problem === 'not-set-up') return null
  return (
    <Notice onDismiss={onDismiss}>
      <p>{manage.backup[problem]}</p>
      <p>{manage.backupHelp}</p>
    </Notice>
  )
}

/** When the shop was last backed up, or that it is not. {@link BackupNotice} says what is wrong. */
export function BackupLine({ report }: { readonly report: BackupReport }) {
  return (
    <p className="backup-line" id={backupId}>
      {describeBackup(report, useMessages())}
    </p>
  )
}

function describeBackup({ problem, lastComplete }: BackupReport, { manage, site }: BrowserMessages): string {
  if (problem === 'not-set-up') return manage.notBackedUp
  if (lastComplete !== null) return fill(manage.backupDay, { day: describeDay(lastComplete, site.dateLocale) })
  return problem === undefined ? manage.firstBackup : manage.noBackup
}

const dayMs = 86_400_000

/** 'today', 'yesterday' or '2 days ago'. */
function describeDay(time: string, locale: string): string {
  const days = Math.round((startOfDay(new Date()) - startOfDay(new Date(time))) / dayMs)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.min(0, -days), 'day')
}

function startOfDay(time: Date): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
