export const create = {
  title: 'Create Item',
  signingIn: 'Signing in…',
  signInFailed: 'Signing in is taking longer than usual. What you type is kept; we keep trying.',
  needsScript: 'Adding an item needs JavaScript switched on in your browser.',
  labels: {
    title: 'Title',
    tagline: 'Tagline',
    price: 'Price (LKR)',
    category: 'Category',
    size: 'Size',
    color: 'Color',
    imageUrl: 'Image URL',
    description: 'Description',
  },
  placeholders: {
    category: 'Beanies / Scarves / Sweaters',
    size: 'S / M / L',
    color: 'Ivory, Navy…',
    imageUrl: 'https://example.com/beanie.jpg',
  },
  imageUrlHint: 'For a picture that is elsewhere on the web, when you choose no photos.',
  imagePreview: 'Preview of the picture',
  imageUnreadable: 'No picture could be loaded from this address.',
  ownersOnly: 'Only the shop’s owners add pieces here. If you are one of them, sign in: what you typed is kept.',
  ownersOnlyUnkept:
    'Only the shop’s owners add pieces here. If you are one of them, sign in in another tab and leave this page open: ' +
    'this browser does not keep what you typed.',
  signIn: 'Sign in',
  save: 'Save item',
  saving: 'Saving…',
  clear: 'Clear',
  added: 'Item added!',
  failed: (message: string) => `Failed to add item: ${message}`,
  seeAdded: 'See the saved piece',
  addAnother: 'Add as another piece',
  textNotKept:
    'This browser does not keep what you type until the piece is saved. Please leave this page open until then.',
  photosNotKept:
    'This browser has no room to keep your photos until the piece is saved. Please leave this page open until then.',
  kept: 'What you typed is kept.',
  badAnswer: 'The shop gave an answer that could not be read. Please try again.',
}

/** The field in which photos are picked. */
export const photoField = {
  legend: 'Photos',
  about: (max: number) => `Up to ${max}. The first one is the one that is shown first.`,
  choose: 'Choose photos',
  take: 'Take a photo',
  photo: (number: number) => `Photo ${number}`,
  shownFirst: 'Shown first',
  earlier: 'Earlier',
  later: 'Later',
  remove: 'Remove',
  tryAgain: 'Try again',
  of: (action: string, number: number) => `${action}: photo ${number}`,
  preparing: 'Making it smaller…',
  notPrepared: 'This browser could not make it smaller. Please try again, or choose a smaller photo.',
  sending: (percent: number) => `Sending… ${percent} %`,
  waiting: 'Waiting for the connection. It goes on by itself.',
  moved: (number: number, count: number) => `Moved: now photo ${number} of ${count}.`,
  removed: (count: number) => (count === 1 ? 'Removed. One photo is left.' : `Removed. ${count} photos are left.`),
  tooMany: (max: number) => `A piece has ${max} photos at most: those beyond the first ${max} were not taken.`,
  twice: 'This photo is here already.',
  problem: (name: string, words: string) => `${name}: ${words}`,
  failed: (number: number, words: string) => `Photo ${number} could not be sent. ${words}`,
  arrived: (count: number, all: number) => `Photos at the shop: ${count} of ${all}.`,
}

/** The page on which owners look after their pieces. */
export const manage = {
  title: 'Your pieces',
  needsScript: 'Managing pieces needs JavaScript switched on in your browser.',
  loading: 'Loading your pieces…',
  ownersOnly: 'This page is for the shop’s owners. Please sign in as one of them.',
  signIn: 'Sign in',
  find: 'Find a piece',
  count: (found: number, all: number) => {
    const pieces = all === 1 ? '1 piece' : `${all} pieces`
    return found === all ? pieces : `${found} of ${pieces}`
  },
  more: (count: number) => `And ${count} more. Type a word of the one that you look for.`,
  empty: 'No pieces yet.',
  sold: 'Sold',
  hidden: 'Hidden',
  removed: 'Removed',
  goneFrom: (day: string) => `Gone for good from ${day} on.`,
  edit: 'Edit',
  markSold: 'Mark as sold',
  markUnsold: 'Not sold after all',
  hide: 'Hide',
  show: 'Show again',
  remove: 'Remove',
  restore: 'Undo remove',
  of: (action: string, title: string) => `${action}: ${title}`,
  editTitle: (title: string) => `Edit ${title}`,
  save: 'Save changes',
  saved: 'Changes saved.',
  cancel: 'Cancel',
  /** Said to whoever does not see the row. */
  done: {
    sold: (title: string) => `${title} is marked as sold.`,
    unsold: (title: string) => `${title} is not marked as sold any more.`,
    hidden: (title: string) => `${title} is hidden.`,
    shown: (title: string) => `${title} is shown again.`,
    removed: (title: string) => `${title} is removed.`,
    restored: (title: string) => `${title} is back.`,
  },
  failed: (message: string) => `Not done: ${message}`,
  changed: (state: string) =>
    `Somebody else has changed this piece meanwhile${state && `; it is now ${state}`}. What they wrote stands beside ` +
    'each field that they changed. What you typed is still there: save again to keep it.',
  meanwhile: (value: string) => (value === '' ? 'They left this empty.' : `They wrote: ${value}`),
  meanwhilePhotos: 'They chose other photos, or another order.',
  changedRow: 'Somebody else has changed this piece meanwhile. Here it is as it is now; please try again.',
  states: { sold: 'sold', hidden: 'hidden', removed: 'removed' },
}
