import type { ChannelError } from '@/lib/channels/channel-error'

type FailureText = {
  title: string
  remedy: string
  /** Retrying only helps after someone else fixed the cause. */
  isForOthers?: true
}

/** Reasons why a consent ends without a connection. `{network}` is replaced. */
export const failures = {
  cancelled: {
    title: 'Nothing was connected',
    remedy: 'If this was a mistake, connect again and allow access.',
  },
  missing_scopes: {
    title: 'A permission is missing',
    remedy: 'Connect again and keep these permissions selected. Posts need them.',
  },
  no_accounts: {
    title: 'There is nothing to connect',
    remedy: 'Select at least one when {network} asks, or create one there first. Then connect again.',
  },
  code_refused: {
    title: '{network} rejected the sign-in',
    remedy: 'It may have timed out. Connect again, and confirm at {network} within 30 seconds.',
  },
  consent_refused: {
    title: '{network} ended the request',
    remedy: 'Connect again. If it fails again, ask your administrator to check the app at {network}.',
  },
  scope_not_allowed: {
    title: 'The app lacks a product',
    remedy: 'Your administrator has to add the missing product to the app at {network}, or request fewer permissions.',
    isForOthers: true,
  },
  app_refused: {
    title: 'Your administrator has to fix this',
    remedy: 'Ask them to check the app for {network}, then connect again.',
    isForOthers: true,
  },
  app_not_configured: {
    title: 'No app is set up for {network}',
    remedy: 'Until then you can connect with API keys.',
    isForOthers: true,
  },
  rate_limited: {
    title: '{network} is busy',
    remedy: 'Nothing changed. Wait a few minutes and connect again.',
  },
  network_away: {
    title: '{network} did not respond',
    remedy: 'Nothing changed. Try again in a minute. If it keeps failing, check whether {network} has an outage.',
  },
  network_fault: {
    title: '{network} returned an error',
    remedy: 'Nothing changed. Try again in a minute. If it keeps failing, check whether {network} has an outage.',
  },
  no_right: {
    title: 'You cannot connect accounts',
    remedy: 'Ask an owner or admin of the project to connect the account, or to change your role.',
    isForOthers: true,
  },
  preview_deployment: {
    title: 'This is a preview',
    remedy: 'Connect the account in production.',
    isForOthers: true,
  },
} as const satisfies Record<string, FailureText>

export type FailureCode = keyof typeof failures

/** Also knows codes stored by earlier versions. */
export const isForOthers = (code: string): boolean =>
  Object.entries(failures).some(([known, text]) => known === code && 'isForOthers' in text)

/** Reasons why a return from a network cannot be processed. */
export const problems = {
  state_unknown: {
    title: 'Unknown return link',
    message: 'The link does not belong to a connection that was started here.',
    remedy: 'Connect the account again on the Connections page, in this browser.',
  },
  state_used: {
    title: 'Already used',
    message: 'The link from the network was already used. Each link works once.',
    remedy: 'Check on the Connections page whether the account is connected. If not, connect again.',
  },
  state_expired: {
    title: 'It took too long',
    message: 'More than ten minutes passed since you started.',
    remedy: 'Connect the account again.',
  },
  other_user: {
    title: 'Started by another user',
    message: 'You are not signed in as the user who started connecting the account.',
    remedy: 'Sign in as that user, or connect the account again.',
  },
  other_channel: {
    title: 'Wrong network',
    message: 'The connection was started with a different network.',
    remedy: 'Connect the account again. If you did not start this, someone sent you a forged link.',
  },
  signed_out: {
    title: 'You are not signed in',
    message: 'Only the user who started connecting the account can finish it.',
    remedy: 'Sign in, then connect the account again.',
  },
  failed: {
    title: 'Something went wrong',
    message: 'The response from the network could not be processed.',
    remedy: 'Connect the account again. If it keeps failing, tell your administrator when it happened.',
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

/** At the start, before the user has signed in, only the app can have been rejected. */
export type ConsentStep = 'start' | 'return'

/** Converts a network error to a consent failure. */
export function failureOf(error: ChannelError, network: string, step: ConsentStep): Failure {
  const code = codeOf(error, step)
  return { code, message: messageOf(error, code, network), missingScopes: [] }
}

/** One sentence with the error and the remedy, where space is limited. */
export function failureText(error: ChannelError, network: string, step: ConsentStep): string {
  const { code, message } = failureOf(error, network, step)
  return `${message} ${failures[code].remedy.replaceAll('{network}', network)}`
}

function codeOf(error: ChannelError, step: ConsentStep): FailureCode {
  const known = byCode[error.code]
  if (known) return known
  if (error.category === 'rate') return 'rate_limited'
  if (error.outcome !== 'refused' || error.isRetryable) {
    return error.providerStatus === null ? 'network_away' : 'network_fault'
  }
  return error.category === 'other' || step === 'start' ? 'app_refused' : 'code_refused'
}

/** Removes the remedies of the error tables: those are for posts and connected accounts, which do not exist yet. */
function messageOf({ message, category, isAuthDead }: ChannelError, code: FailureCode, network: string): string {
  if (category === 'rate') return 'The network’s rate limit is reached.'
  const said = message.match(/ \S+ said: .*$/)?.[0] ?? ''
  if (code === 'code_refused' && isAuthDead) return `The sign-in code was rejected.${said}`
  if (code === 'app_refused' && isAuthDead) return `${network} rejects the configured app.${said}`
  return message
    .replace(/ (?:Nothing was sent; it|It) will be retried automatically\./, '')
    .replace(/ (?:Connect the account again|Reconnect the account)\./, '')
    .replace(/ Change it and try again\./, '')
    .replace(/ Your administrator has to [^.]*\./, '')
}
