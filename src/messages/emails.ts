/** E-mails with a link, by the `mode` of that link. */
export const mail = {
  greeting: 'Hello,',
  letters: {
    notice: {
      subject: '{shop}: a change that you should know of',
      body: '{text} You get this e-mail because you are an owner of {shop}.',
      action: 'Open the shop',
      ending: 'If you don’t recognise this change, sign out everywhere there, and choose a new password.',
    },
    resetPassword: {
      subject: 'Set a new password for {shop}',
      body: 'Someone asked to reset your password at {shop}. To choose a new one, open this link within an hour:',
      action: 'Choose a new password',
      ending: 'If this wasn’t you, you can ignore this e-mail: your password stays the same.',
    },
    verifyEmail: {
      subject: 'Confirm your e-mail address for {shop}',
      body: 'To confirm the e-mail address of your account at {shop}, open this link within three days:',
      action: 'Confirm this address',
      ending: 'If you don’t have an account there, you can ignore this e-mail.',
    },
    signIn: {
      subject: 'Sign in to {shop}',
      body: 'To sign in to {shop}, open this link within an hour:',
      action: 'Sign in',
      ending: 'If this wasn’t you, you can ignore this e-mail: nobody can sign in without this link.',
    },
    verifyAndChangeEmail: {
      subject: 'Confirm your new e-mail address for {shop}',
      body: 'To sign in to {shop} with {newEmail} from now on, open this link within a day:',
      action: 'Use this address',
      ending: 'If this wasn’t you, you can ignore this e-mail.',
    },
    recoverEmail: {
      subject: 'Your e-mail address for {shop} was changed',
      body: 'Your account at {shop} now has the address {newEmail}. If you didn’t change it, recover your account with this link within 30 days:',
      action: 'Recover my account',
      ending: 'If this was you, you can ignore this e-mail.',
    },
  },
} as const
