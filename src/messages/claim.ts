/** The page where a maker becomes the owner of a new shop. */
export const claimPage = {
  title: 'Make this shop yours',
  about: 'Choose the e-mail address and password you’ll sign in with. From then on, only you can add pieces.',
  needsScript: 'To make this shop yours, turn on JavaScript in your browser.',
  action: 'Make it mine',
  incomplete: 'The link is incomplete. Open the whole link that the shop printed when it started.',
  already: 'This shop already has an owner. If that’s you, sign in.',
  signIn: 'Sign in',
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
