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

/** Tells an owner that the shop has no recent backup, and what to do. {@link BackupLine} says that it makes none. */
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

/** When the shop was last backed up, or that it is not. {@link BackupNotice} shows what needs attention. */
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
