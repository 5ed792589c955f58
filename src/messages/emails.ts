/** Letters with a link in them, by the `mode` of that link. */
export const mail = {
  greeting: 'Hello,',
  letters: {
    resetPassword: {
      subject: (shop: string) => `Set a new password for ${shop}`,
      body: (shop: string) =>
        `Somebody asked for a new password for your account at ${shop}. To choose one, open this link within an hour:`,
      action: 'Choose a new password',
      ending: 'If it was not you, you need not do anything: your password stays as it is.',
    },
    verifyEmail: {
      subject: (shop: string) => `Confirm your e-mail address for ${shop}`,
      body: (shop: string) =>
        `To confirm that this is the address of your account at ${shop}, open this link within three days:`,
      action: 'Confirm this address',
      ending: 'If you have no account there, you need not do anything.',
    },
    signIn: {
      subject: (shop: string) => `Sign in to ${shop}`,
      body: (shop: string) => `To sign in to ${shop}, open this link within an hour:`,
      action: 'Sign in',
      ending: 'If you did not ask for it, you need not do anything: nobody is signed in without this link.',
    },
    verifyAndChangeEmail: {
      subject: (shop: string) => `Confirm your new e-mail address for ${shop}`,
      body: (shop: string, newEmail: string) =>
        `To sign in to ${shop} with ${newEmail} from now on, open this link within a day:`,
      action: 'Use this address',
      ending: 'If you did not ask for it, you need not do anything.',
    },
    recoverEmail: {
      subject: (shop: string) => `Your e-mail address for ${shop} was changed`,
      body: (shop: string, newEmail: string) =>
        `Your account at ${shop} now has the address ${newEmail}. If it was not you who changed it, take your account ` +
        'back with this link within 30 days:',
      action: 'Take my account back',
      ending: 'If it was you, you need not do anything.',
    },
  },
}
