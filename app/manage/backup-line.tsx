import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import { fill } from '../../src/domain/template.ts'
import { useMessages } from '../use-messages.ts'
import { backupId } from './first-steps.tsx'

const dayMs = 86_400_000

/** When the shop was last backed up, or that it is not. `BackupNotice` shows what needs attention. */
export function BackupLine({ report: { problem, lastComplete } }: { readonly report: BackupReport }) {
  const { manage, site } = useMessages()
  if (problem === 'not-set-up')
    return (
      <p className="backup-line" id={backupId}>
        {manage.notBackedUp}
      </p>
    )
  if (problem !== undefined) return null
  const text =
    lastComplete === null
      ? manage.firstBackup
      : fill(manage.backupDay, { day: describeDay(lastComplete, site.dateLocale) })
  return (
    <p className="backup-line" id={backupId}>
      {text}
    </p>
  )
}

/** 'today', 'yesterday' or '2 days ago'. */
function describeDay(time: string, locale: string): string {
  const days = Math.round((startOfDay(new Date()) - startOfDay(new Date(time))) / dayMs)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.min(0, -days), 'day')
}

function startOfDay(time: Date): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
