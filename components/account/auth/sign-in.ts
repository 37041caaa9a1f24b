import { signIn } from 'next-auth/react'

/** Messages by error code of the server. */
const errorTexts: Record<string, string> = {
  wrong: 'Wrong email or password.',
  wrong_code: 'Wrong code, or the code was already used. Enter the newest one.',
  expired: 'Your sign-in expired after five minutes or too many wrong codes. Sign in again.',
  email_not_verified: 'Your email is not verified with this provider. Verify it there, or sign in with a password.',
  sign_up_closed: 'There is no account with this email, and sign-up is closed on this server.',
  invitation_needed: 'There is no account with this email. Open your invitation link to create one.',
  Callback: 'Sign-in was cancelled or failed. Try again.',
  OAuthCallback: 'Sign-in with this provider failed. Try again.',
  OAuthSignin: 'The sign-in provider is unavailable. Try again in a minute.',
  offline: 'The server is unavailable. Check your connection and try again.',
}

export function signInErrorText(code: string): string {
  const [, seconds] = /^throttled:(\d{1,4})$/.exec(code) ?? []
  if (seconds) return `Too many sign-in attempts from your network. Try again in ${seconds} s.`
  return errorTexts[code] ?? 'Sign-in failed. Try again in a minute.'
}

/** @returns null on success, `two_factor` if a code is needed, else an error code */
export const signInWith = (email: string, password: string): Promise<string | null> =>
  submit('credentials', { email, password })

/** Second step. @returns null on success, else an error code */
export const signInWithCode = (code: string): Promise<string | null> => submit('two-factor', { code })

async function submit(provider: string, values: Record<string, string>): Promise<string | null> {
  try {
    const result = await signIn(provider, { ...values, redirect: false })
    return result?.ok && !result.error ? null : (result?.error ?? 'failed')
  } catch {
    return 'offline'
  }
}
