import { useState } from 'react'

import type { BackupReport } from '../../src/backup/daily/backup-status.ts'
import { createPath, shopSettingsPath } from '../../src/domain/page-paths.ts'
import type { DescribedPart } from '../../src/domain/shop-settings.ts'
import { fill } from '../../src/domain/template.ts'
import { hasMark, setMark } from '../session/marks.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'

interface FirstStepsProps {
  /** What the settings say already. */
  readonly described: readonly DescribedPart[]
  readonly hasPieces: boolean
  /** `undefined` where the shop makes no backups itself. */
  readonly backup: BackupReport | undefined
}

/** Where the backup's state is on this page. */
export const backupId = 'backup'

/** The mark of a browser whose owner has hidden them. Without storage, they are hidden until the page is left. */
const hiddenMark = 'first-steps'

/** What a new owner does first, until all of it is done or she hides it. */
export function FirstSteps({ described, hasPieces, backup }: FirstStepsProps) {
  const { firstSteps } = useMessages()
  const [isHidden, setIsHidden] = useState(() => hasMark(hiddenMark))
  const steps = [
    { name: 'name', href: `${shopSettingsPath}#name`, isDone: described.includes('name') },
    { name: 'number', href: `${shopSettingsPath}#whatsapp`, isDone: described.includes('number') },
    { name: 'piece', href: createPath, isDone: hasPieces },
    { name: 'story', href: `${shopSettingsPath}#about`, isDone: described.includes('story') },
    ...(backup ? ([{ name: 'backup', href: `#${backupId}`, isDone: backup.lastComplete !== null }] as const) : []),
  ] as const
  const done = steps.filter(({ isDone }) => isDone).length
  if (isHidden || done === steps.length) return null
  const hide = () => {
    setMark(hiddenMark, true)
    setIsHidden(true)
  }
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <p className="first-steps-title" id="first-steps">
        {firstSteps.title}
      </p>
      <p className="quiet">{fill(firstSteps.about, { done, all: steps.length })}</p>
      <ul>
        {steps.map(({ name, href, isDone }) => (
          <li key={name} className={isDone ? 'is-done' : undefined}>
            <span className="tick" aria-hidden="true">
              {isDone && '✓'}
            </span>
            <a href={href}>{firstSteps.steps[name]}</a>
            {isDone && <span className="visually-hidden"> ({firstSteps.done})</span>}
          </li>
        ))}
      </ul>
      <QuietButton onClick={hide}>{firstSteps.hide}</QuietButton>
    </section>
  )
}
