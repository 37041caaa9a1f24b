import type { ChannelFault } from '@/lib/channels/fault'

/** Ways in which a consent ends without a connection. `{network}` is replaced. */
export const failures = {
  cancelled: {
    title: 'Nothing was connected',
    remedy: 'If that was not what you meant, connect again and allow the access.',
  },
  missing_scopes: {
    title: 'A permission is missing',
    remedy: 'Connect again and leave these permissions ticked. Without them stories of this project cannot go out.',
  },
  no_accounts: {
    title: 'There is nothing to connect',
    remedy: 'Choose at least one when {network} asks, or make one there first. Then connect again.',
  },
  code_refused: {
    title: '{network} did not accept the answer',
    remedy: 'It may have taken too long. Connect again, and confirm at {network} within half a minute.',
  },
  consent_refused: {
    title: '{network} ended the request',
    remedy: 'Connect again. If it happens once more, whoever runs Storycast should look at the app at {network}.',
  },
  scope_not_allowed: {
    title: 'The app may not ask for this',
    remedy: 'Whoever runs Storycast has to add the missing product to the app at {network}, or ask for less.',
  },
  app_refused: {
    title: '{network} refuses the app',
    remedy: 'Whoever runs Storycast has to put the id and the secret right. You can do nothing about it here.',
  },
  app_not_configured: {
    title: 'No app is set up for {network}',
    remedy: 'Until that is done you can connect with credentials that you already hold.',
  },
  rate_limited: {
    title: '{network} is busy',
    remedy: 'Nothing was changed. Wait a few minutes and connect again.',
  },
  network_away: {
    title: '{network} could not be reached',
    remedy: 'Nothing was changed. Try again in a minute; if it stays so, see whether {network} has an outage.',
  },
  no_right: {
    title: 'You may not connect accounts here',
    remedy: 'Ask an owner or admin of the project to connect the account, or to change your role.',
  },
  preview_deployment: {
    title: 'This is a preview',
    remedy: 'Connect the account in production.',
  },
} as const satisfies Record<string, { title: string; remedy: string }>

export type FailureCode = keyof typeof failures

/** Ways in which somebody comes back and there is nothing to go on with. */
export const problems = {
  state_unknown: {
    title: 'This way back is not known here',
    message: 'The address does not belong to any connection that was begun here.',
    remedy: 'Connect the account again from the page Connections, in this browser.',
  },
  state_used: {
    title: 'This was done already',
    message: 'The answer from the network was used before, and each one works once.',
    remedy: 'See on the page Connections whether the account is connected. If it is not, connect again.',
  },
  state_expired: {
    title: 'It took too long',
    message: 'More than ten minutes went by between the beginning and the way back.',
    remedy: 'Connect the account again.',
  },
  other_user: {
    title: 'Somebody else began this',
    message: 'You are signed in as another person than the one who began to connect the account.',
    remedy: 'Sign in as that person, or begin anew yourself.',
  },
  other_channel: {
    title: 'This answer is from another network',
    message: 'It was begun with one network, and the way back leads through another.',
    remedy: 'Connect the account again. If you did not do this yourself, somebody sent you a made-up link.',
  },
  signed_out: {
    title: 'You are not signed in',
    message: 'Only the person who began to connect the account can finish it, and nobody is signed in here.',
    remedy: 'Sign in, then connect the account again.',
  },
  failed: {
    title: 'Something went wrong on our side',
    message: 'The answer from the network could not be taken up.',
    remedy: 'Connect the account again. If it stays so, tell whoever runs Storycast when it happened.',
  },
} as const

export type ProblemCode = keyof typeof problems

export type Failure = {
  code: FailureCode
  message: string
  missingScopes: { name: string; purpose: string }[]
}

const byCode: Record<string, FailureCode> = {
  consent_cancelled: 'cancelled',
  consent_refused: 'consent_refused',
  scope_not_allowed: 'scope_not_allowed',
  app_not_configured: 'app_not_configured',
  preview_deployment: 'preview_deployment',
}

/** What a fault on the way means to the person who waits. */
export function failureOf(fault: ChannelFault): Failure {
  return { code: codeOf(fault), message: wordsOf(fault), missingScopes: [] }
}

function codeOf(fault: ChannelFault): FailureCode {
  const known = byCode[fault.code]
  if (known) return known
  if (fault.category === 'rate') return 'rate_limited'
  if (fault.outcome !== 'refused' || fault.isRetryable) return 'network_away'
  return fault.category === 'other' ? 'app_refused' : 'code_refused'
}

/** The tables speak of posts; here there is none. */
function wordsOf({ message, category }: ChannelFault): string {
  if (category === 'rate') return 'The network allows no more calls for the moment.'
  return message
    .replace(/ (?:Nothing was sent; it|It) is tried again by itself\.$/, '')
    .replace(/ Connect the account again\.$/, '')
    .replace(/ Change it and try again\.$/, '')
}
