function pieces(count: number): string {
  return count === 1 ? '1 piece' : `${grouped(count)} pieces`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** What was changed, and by which owner. */
const noticeTexts = {
  number: (by: string, number: string) =>
    number === '' ? `${by} removed the WhatsApp number.` : `${by} changed the WhatsApp number to +${number}.`,
  phone: (by: string, number: string) =>
    number === '' ? `${by} removed the phone number.` : `${by} changed the phone number to +${number}.`,
  email: (by: string, address: string) =>
    address === '' ? `${by} removed the e-mail address.` : `${by} changed the e-mail address to ${address}.`,
  owner: (by: string, added: string) => `${added} is now an owner, added by ${by}.`,
  password: (by: string) => `${by} chose a new password.`,
  provider: (by: string, provider: string) => `${by} can now sign in with ${provider}, too.`,
  backup: (day: string) => `The shop was restored from the backup of ${day}, and everybody was signed out.`,
}

/** As `src/owners/notices` stores them. */
interface NoticeFields {
  readonly kind: keyof typeof noticeTexts
  readonly by: string | null
  readonly about: string
}

/** The page where owners manage their pieces. */
export const manage = {
  title: 'Your pieces',
  needsScript: 'To manage pieces, turn on JavaScript in your browser.',
  loading: 'Loading your pieces…',
  ownersOnly: 'This page is for the shop’s owner. Please sign in.',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  add: 'Add a piece',
  find: 'Search your pieces',
  filters: 'Which pieces',
  /** What the list shows, with the number of pieces. The search knows these words, too. */
  filter: {
    all: 'All',
    available: 'Available',
    madeToOrder: 'Made to order',
    reserved: 'Reserved',
    sold: 'Sold',
    hidden: 'Hidden',
    unsaved: 'Unsaved',
  },
  filterCount: (label: string, count: number) => `${label} ${grouped(count)}`,
  count: (found: number, all: number) => {
    return found === all ? pieces(all) : `${grouped(found)} of ${pieces(all)}`
  },
  showMore: 'Show more',
  more: (count: number) => `And ${grouped(count)} more.`,
  empty: 'No pieces yet.',
  priceOnRequest: 'Price on request',
  sold: 'Sold',
  hidden: 'Hidden',
  madeToOrder: 'Made to order',
  reservedUntil: (day: string | null) => (day === null ? 'Reserved' : `Reserved until ${day}`),
  removed: 'Removed',
  removedPieces: (count: number) => `Removed ${grouped(count)}`,
  goneFrom: (day: string) => `Deleted for good on ${day}.`,
  edit: 'Edit',
  moreActions: 'More',
  markSold: 'Mark as sold',
  markUnsold: 'Mark as available',
  reserve: {
    start: 'Reserve',
    change: 'Change the reservation',
    end: 'End the reservation',
    until: 'Reserve until',
    untilDay: (day: string) => `Reserve until ${day}`,
    today: 'Today',
    lastDay: 'Last day',
    noEnd: 'Without a day, it is reserved until you end it.',
    note: 'Note, only for you',
  },
  changePrice: 'Change the price',
  emptyPrice: 'Leave it empty for a price on request.',
  undo: 'Undo',
  markMadeToOrder: 'Mark as made to order',
  markNotMadeToOrder: 'Mark as not made to order',
  hide: 'Hide',
  show: 'Show',
  duplicate: 'Duplicate',
  duplicateTitle: (title: string) => `New piece like ${title}`,
  /** Drafts: what was typed and not saved. */
  unsaved: 'You have unsaved changes',
  unsavedPiece: (title: string) => (title === '' ? 'A new piece isn’t saved yet.' : `${title} isn’t saved yet.`),
  untitled: 'New piece',
  continue: 'Continue',
  discard: 'Discard changes',
  discardPiece: 'Discard',
  discardQuestion: (title: string) => `Discard what you typed for ${title}?`,
  discarded: (title: string) => `Your changes to ${title} are discarded.`,
  remove: 'Remove',
  restore: 'Restore',
  of: (action: string, title: string) => `${action}: ${title}`,
  editTitle: (title: string) => `Edit ${title}`,
  save: 'Save changes',
  saved: 'Changes saved.',
  cancel: 'Cancel',
  categories: {
    title: 'Categories',
    loading: 'Loading the categories…',
    none: 'No categories yet.',
    /** The number of pieces that visitors see. */
    count: pieces,
    rename: 'Rename',
    newName: 'New name',
    changes: (count: number) => `This changes ${pieces(count)} in the shop, and hidden ones of this category.`,
    merges: (name: string, count: number) =>
      `${name} exists already, with ${pieces(count)}. The two become one category, which can’t be undone.`,
    save: 'Rename for all pieces',
    renaming: 'Renaming…',
    /** The number of pieces that visitors see in it afterwards. */
    renamed: (name: string, count: number) => `Renamed. “${name}” has ${pieces(count)} in the shop now.`,
  },
  /** Announced by screen readers. */
  done: {
    sold: (title: string) => `${title} is marked as sold.`,
    unsold: (title: string) => `${title} is available again.`,
    madeToOrder: (title: string) => `${title} is made to order.`,
    notMadeToOrder: (title: string) => `${title} is no longer made to order.`,
    reserved: (title: string) => `${title} is reserved.`,
    unreserved: (title: string) => `${title} is no longer reserved.`,
    price: (title: string) => `${title} has another price.`,
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
  states: { sold: 'sold', reserved: 'reserved', hidden: 'hidden', removed: 'removed' },
  notices: {
    /** @param dateLocale of the page. */
    describe: ({ kind, by, about }: NoticeFields, dateLocale: string) => {
      if (kind !== 'backup') return noticeTexts[kind](by ?? 'the person who runs the shop', about)
      return noticeTexts.backup(new Date(about).toLocaleDateString(dateLocale, { day: 'numeric', month: 'long' }))
    },
    help: 'If you don’t recognise a change, sign out everywhere, and choose a new password.',
  },
  /** What is wrong with the shop's settings. */
  warnings: {
    'no-whatsapp':
      'Customers can’t reach you: your shop has no WhatsApp number, and no other number or e-mail address. Until it has one, ' +
      'nobody can enquire.',
  },
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
  backupDay: (day: string) => `Last backup: ${day}`,
  firstBackup: 'The first backup is made soon.',
  notBackedUp: 'This shop isn’t backed up. The person who runs it can change that with SHOP_BACKUP_DIR.',
  backupHelp: 'The shop tries again every hour. Please tell the person who runs it.',
}

/** What a new owner does first, on the page where she manages her pieces. */
export const firstSteps = {
  title: 'First steps',
  about: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    name: 'Name your shop',
    number: 'Enter your WhatsApp number',
    piece: 'Add your first piece',
    story: 'Tell who makes the pieces',
    backup: 'Have the shop backed up',
  },
  done: 'done',
  hide: 'Hide these steps',
}
