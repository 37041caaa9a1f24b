import type { ChannelFault } from '@/lib/channels/fault'

type Words = {
  title: string
  remedy: string
  /** Going the same way again helps nobody until somebody else has done something. */
  isForOthers?: true
}

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
    isForOthers: true,
  },
  app_refused: {
    title: 'This is for whoever runs Storycast',
    remedy: 'Ask them to look at the app that is set up for {network}, and connect once they have put it right.',
    isForOthers: true,
  },
  app_not_configured: {
    title: 'No app is set up for {network}',
    remedy: 'Until that is done you can connect with credentials that you already hold.',
    isForOthers: true,
  },
  rate_limited: {
    title: '{network} is busy',
    remedy: 'Nothing was changed. Wait a few minutes and connect again.',
  },
  network_away: {
    title: '{network} did not answer',
    remedy: 'Nothing was changed. Try again in a minute; if it stays so, see whether {network} has an outage.',
  },
  network_fault: {
    title: '{network} answered with a fault',
    remedy: 'Nothing was changed. Try again in a minute; if it stays so, see whether {network} has an outage.',
  },
  no_right: {
    title: 'You may not connect accounts here',
    remedy: 'Ask an owner or admin of the project to connect the account, or to change your role.',
    isForOthers: true,
  },
  preview_deployment: {
    title: 'This is a preview',
    remedy: 'Connect the account in production.',
    isForOthers: true,
  },
} as const satisfies Record<string, Words>

export type FailureCode = keyof typeof failures

/** Of codes that an earlier version stored as well. */
export const isForOthers = (code: string): boolean =>
  Object.entries(failures).some(([known, words]) => known === code && 'isForOthers' in words)

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

/** Before the person has been anywhere, only the app can have been refused. */
export type Moment = 'begin' | 'return'

/** What a fault on the way means to the person who waits. */
export function failureOf(fault: ChannelFault, network: string, moment: Moment): Failure {
  const code = codeOf(fault, moment)
  return { code, message: wordsOf(fault, code, network), missingScopes: [] }
}

/** A fault in a sentence and what to do, for where there is no room for more. */
export function failureWords(fault: ChannelFault, network: string, moment: Moment): string {
  const { code, message } = failureOf(fault, network, moment)
  return `${message} ${failures[code].remedy.replaceAll('{network}', network)}`
}

function codeOf(fault: ChannelFault, moment: Moment): FailureCode {
  const known = byCode[fault.code]
  if (known) return known
  if (fault.category === 'rate') return 'rate_limited'
  if (fault.outcome !== 'refused' || fault.isRetryable) {
    return fault.providerStatus === null ? 'network_away' : 'network_fault'
  }
  return fault.category === 'other' || moment === 'begin' ? 'app_refused' : 'code_refused'
}

/** The tables speak of posts and of accounts that were connected before; here is neither. */
function wordsOf({ message, category, isAuthDead }: ChannelFault, code: FailureCode, network: string): string {
  if (category === 'rate') return 'The network allows no more calls for the moment.'
  const said = message.match(/ \S+ said: .*$/)?.[0] ?? ''
  if (code === 'code_refused' && isAuthDead) return `It did not take what it had sent you back with.${said}`
  if (code === 'app_refused' && isAuthDead) return `${network} does not accept the app of this Storycast.${said}`
  return message
    .replace(/ (?:Nothing was sent; it|It) is tried again by itself\./, '')
    .replace(/ Connect the account again\./, '')
    .replace(/ Change it and try again\./, '')
    .replace(/ Whoever runs Storycast has to [^.]*\./, '')
}
