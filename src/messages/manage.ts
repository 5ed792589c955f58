/** The page where owners manage their pieces. */
export const manage = {
  title: 'Your pieces',
  needsScript: 'To manage pieces, turn on JavaScript in your browser.',
  loading: 'Loading your pieces…',
  ownersOnly: 'This page is for the shop’s owner. Please sign in.',
  signIn: 'Sign in',
  find: 'Search your pieces',
  count: (found: number, all: number) => {
    const pieces = all === 1 ? '1 piece' : `${all} pieces`
    return found === all ? pieces : `${found} of ${pieces}`
  },
  more: (count: number) => `And ${count} more. Search to find them.`,
  empty: 'No pieces yet.',
  sold: 'Sold',
  hidden: 'Hidden',
  removed: 'Removed',
  goneFrom: (day: string) => `Deleted for good on ${day}.`,
  edit: 'Edit',
  markSold: 'Mark as sold',
  markUnsold: 'Mark as available',
  hide: 'Hide',
  show: 'Show',
  remove: 'Remove',
  restore: 'Restore',
  of: (action: string, title: string) => `${action}: ${title}`,
  editTitle: (title: string) => `Edit ${title}`,
  save: 'Save changes',
  saved: 'Changes saved.',
  cancel: 'Cancel',
  /** Announced by screen readers. */
  done: {
    sold: (title: string) => `${title} is marked as sold.`,
    unsold: (title: string) => `${title} is available again.`,
    hidden: (title: string) => `${title} is hidden.`,
    shown: (title: string) => `${title} is shown again.`,
    removed: (title: string) => `${title} was removed.`,
    restored: (title: string) => `${title} was restored.`,
  },
  failed: (message: string) => `That didn’t work: ${message}`,
  changed: (state: string) =>
    `This piece was changed elsewhere while you were editing${state && ` (it is now ${state})`}. Their changes are shown ` +
    'next to each field. Save again to keep yours.',
  meanwhile: (value: string) => (value === '' ? 'They cleared this.' : `They wrote: ${value}`),
  meanwhileTicked: 'They ticked this.',
  meanwhileUnticked: 'They unticked this.',
  meanwhileFocus: 'They changed the part that cards show.',
  meanwhilePhotos: 'They changed the photos or their order.',
  changedRow: 'This piece was changed elsewhere. Here is the latest version; please try again.',
  states: { sold: 'sold', hidden: 'hidden', removed: 'removed' },
  /** Why the shop has no recent backup, and what to do. */
  backup: {
    'disk-full': 'The shop’s backup failed: its disk is full. Free up space on it, or keep backups for fewer days.',
    'not-writable': 'The shop’s backup failed: it can’t write to its backup folder. Check that the folder exists.',
    damaged: 'The shop’s backup failed: the copy is damaged. Have the shop’s disks checked.',
    failed: 'The shop’s backup failed. Its log has the reason.',
    overdue: 'The shop hasn’t been backed up for two days. Keep it running until a backup is complete.',
  },
  lastBackup: (day: string) => `The last good backup is from ${day}.`,
  noBackup: 'There is no good backup yet.',
  backupHelp: 'The shop tries again every hour. Please tell the person who runs it.',
}
