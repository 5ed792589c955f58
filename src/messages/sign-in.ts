/** The sign-in page, and what other pages show to a signed-in user. */
export const signInPage = {
  title: 'Sign in',
  about: 'For the shop’s owner. You don’t need an account to browse or enquire.',
  already: 'You’re already signed in.',
  needsScript: 'To sign in, turn on JavaScript in your browser.',
  labels: { email: 'E-mail address', password: 'Password' },
  action: 'Sign in',
  working: 'One moment…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  forgotten: 'Forgot password?',
  /** For a shop that cannot send e-mail. */
  forgottenWithoutMail: 'Forgot your password? Ask the person who set up the shop for a new link.',
  continueWith: 'Continue with {provider}',
  noEmail: 'Enter your e-mail address.',
  noPassword: 'Enter your password.',
  resetSent: 'If that address has an account, we’ve e-mailed a link to set a new password.',
  next: 'Continue',
  again: 'Sign in again to confirm it’s you. What you typed is kept.',
  another: 'Use another account',
  signedInAs: 'Signed in as {email}',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'You’re signed out here, and will be on all other devices within an hour.',
} as const

/** Why signing in failed; `app/account/auth-errors.ts` maps error codes to these. */
export const signIn = {
  failed: 'Signing in failed. Please try again.',
  popupBlocked: 'Your browser blocked the sign-in window. Please allow it for this shop and try again.',
  popupClosed: 'The sign-in window was closed too early. Please try again.',
  cancelled: 'Signing in was cancelled. Please try again, or sign in another way.',
  wrongCredentials: 'Wrong e-mail address or password.',
  badEmail: 'This isn’t an e-mail address. Please check it and try again.',
  noPassword: 'Enter your password.',
  weakPassword: 'Choose a longer password.',
  weakOwnerPassword: 'Choose a password of at least 10 characters that isn’t a common one.',
  emailTaken: 'This e-mail address already has an account. Sign in with it, or use another address.',
  otherWay: 'This address uses another sign-in method here. Please use the one you used before.',
  linkedElsewhere: 'This sign-in already belongs to an account. Please sign in with it.',
  wrongAccount: 'That was another account. Please sign in with the one you use here.',
  wrongCode: 'Wrong code. Please check it and try again.',
  ended: 'You have been signed out. Please sign in again.',
  tooLongAgo: 'You signed in a while ago. Please sign in again to confirm it’s you.',
  secondFactor: 'This account needs a second step, which this shop doesn’t support. Please sign in another way.',
  linkSpent: 'This link has expired or has already been used.',
  interrupted: 'Signing in was interrupted. Please start again.',
  noStorage: 'Your browser is blocking storage for this shop. Allow it and reload the page.',
  oldBrowser: 'Your browser doesn’t support this sign-in method. Please use another browser.',
  tooMany: 'Too many attempts. Please wait a few minutes.',
  disabled: 'This account has been disabled. Please contact the shop.',
  unverified: 'Please open the link in the e-mail we sent you first.',
  notSetUp: 'This sign-in method isn’t available at the moment.',
} as const

/** The page that links in e-mails open. */
export const accountAction = {
  title: 'Your account',
  needsScript: 'To use this page, turn on JavaScript in your browser.',
  loading: 'Checking your link…',
  working: 'One moment…',
  incomplete: 'This link is incomplete. Open it from the e-mail again, or copy the whole link.',
  noPassword: 'Enter a new password.',
  noEmail: 'Enter your e-mail address.',
  /** What to do about a link for a password that cannot be used again. */
  used: {
    forgotten:
      'If you’ve already set a password, sign in with it. If not, choose “Forgot password?” there for a new link.',
    ask: 'If you’ve already set a password, sign in with it. If not, ask the person who set up the shop for a new link.',
  },
  toSignIn: 'Sign in',
  next: 'Continue',
  labels: { password: 'New password', email: 'E-mail address' },
  policy: {
    owner: 'At least 10 characters, and not a common password.',
    minLength: 'at least {count} characters',
    maxLength: 'at most {count} characters',
    lowercase: 'a lowercase letter',
    uppercase: 'a capital letter',
    digit: 'a digit',
    other: 'a symbol',
    lacks: 'Your password needs {parts}.',
    /** The first letter becomes a capital. */
    needs: '{parts}.',
  },
  resetPassword: {
    title: 'Choose a new password',
    about: 'For {email}.',
    action: 'Save password',
    done: 'Password saved. Please sign in with it.',
  },
  verifyEmail: {
    title: 'Confirm your e-mail address',
    about: 'Your account has the address {email}.',
    madeOn: 'It was made on {date}. Confirm the address only if you made it.',
    action: 'Confirm this address',
    done: 'Your e-mail address is confirmed.',
    notMe: 'This was not me',
    notConfirmed:
      'Nothing is confirmed. Someone else made an account with your address. If you want to use it, choose “Forgot password?” ' +
      'on the sign-in page: it’s yours then, and theirs no longer.',
  },
  verifyAndChangeEmail: {
    title: 'Use another e-mail address',
    about: 'You’ll sign in with {email} from now on.',
    action: 'Use this address',
    done: 'Your e-mail address has been changed. Please sign in with it.',
    madeOn: 'The account was made on {date}. Use this address only if you made it.',
    notMe: 'This was not me',
    notConfirmed:
      'Nothing is changed. Someone else gave your address for their own account. You don’t need to do anything.',
  },
  recoverEmail: {
    title: 'Recover your account',
    about: 'Your account’s address will be {email} again, and all its devices will be signed out.',
    action: 'Recover my account',
    done: 'Your account has its old address again.',
    newPassword: 'Your old password no longer works. Choose a new one.',
    sendReset: 'Send me a link to set a new password',
    resetSent: 'We’ve e-mailed you a link to set a new password.',
  },
  signIn: {
    title: 'Sign in',
    about: 'Enter the address the link was sent to.',
    action: 'Sign in',
    done: 'You’re signed in.',
  },
} as const

/** The page where a maker becomes the owner of a new shop. */
export const claimPage = {
  title: 'Make this shop yours',
  about: 'Choose the e-mail address and password you’ll sign in with. From then on, only you can add pieces.',
  needsScript: 'To make this shop yours, turn on JavaScript in your browser.',
  action: 'Make it mine',
  incomplete: 'The link is incomplete. Open the whole link that the shop printed when it started.',
  already: 'This shop already has an owner. If that’s you, sign in.',
  signIn: 'Sign in',
} as const
