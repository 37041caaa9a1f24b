import Link from 'next/link'
import type { ReactNode } from 'react'
import { ProviderButtons } from '@/components/account/auth/provider-buttons'
import type { ProviderId } from '@/components/account/auth/sign-in-providers'
import { SignUpForm } from '@/components/account/auth/sign-up-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { InvitationState } from '@/lib/invitations/accept'
import { roleDescriptions } from '@/lib/members/role-table'
import { AcceptButton } from './accept-button'

type Open = Extract<InvitationState, { state: 'open' }>

type Visible = Exclude<InvitationState, { state: 'joined' }>

type Props = {
  token: string
  seen: Visible
  /** False if sign-up is closed: only existing users can accept. */
  canSignUp: boolean
  /** Sign-in providers whose keys are set. */
  offered: readonly ProviderId[]
}

/** The page of an invitation link. */
export function InvitationView({ seen, ...rest }: Props) {
  if (seen.state === 'open') return <OpenInvitation seen={seen} {...rest} />
  const { title, text } = unusableText(seen)
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      <p>{text}</p>
      <ButtonLink href="/" className="self-start">
        Go to Storycast
      </ButtonLink>
    </>
  )
}

function unusableText(seen: Exclude<Visible, Open>): { title: string; text: ReactNode } {
  if (seen.state === 'unknown') {
    return {
      title: 'Invitation not found',
      text: 'The link is incomplete or was replaced by a newer one. Check the link or ask for a new one.',
    }
  }
  if (seen.state === 'throttled') {
    return {
      title: 'Too many attempts',
      text: 'Your network opened too many invalid links. Try again in 15 minutes.',
    }
  }
  const sender = seen.inviter ?? 'the person who sent it'
  if (seen.state === 'accepted') {
    return {
      title: 'This invitation was already used',
      text: `If you used it, sign in to open “${seen.projectName}”. Otherwise ask ${sender} for a new one.`,
    }
  }
  return seen.state === 'expired'
    ? {
        title: 'This invitation has expired',
        text: `Invitations to “${seen.projectName}” expire after 7 days. Ask ${sender} for a new one.`,
      }
    : {
        title: 'This invitation was revoked',
        text: `Ask ${sender} for a new invitation to “${seen.projectName}”.`,
      }
}

function OpenInvitation({ token, seen, canSignUp, offered }: Props & { seen: Open }) {
  const { projectName, inviter, role, maskedEmail, viewer } = seen
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">Join “{projectName}”</h1>
        <p className="wrap-anywhere text-ink-soft">
          {inviter ?? 'Someone'} invited <strong className="font-medium text-ink">{maskedEmail}</strong> as {role} (
          {roleDescriptions[role]}).
        </p>
      </div>
      {viewer?.isInvited && <AcceptButton token={token} projectName={projectName} />}
      {viewer && !viewer.isInvited && <WrongAccount token={token} seen={seen} own={viewer.email} />}
      {!viewer && <SignedOut token={token} canSignUp={canSignUp} offered={offered} />}
    </>
  )
}

function WrongAccount({ token, seen, own }: { token: string; seen: Open; own: string }) {
  return (
    <>
      <Notice tone="warn" title="You are signed in with another email">
        <p>
          You are {own}. This invitation is for {seen.maskedEmail}. Sign out and open the link again, or ask{' '}
          {seen.inviter ?? 'the person who sent it'} to invite {own}.
        </p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <ButtonLink tone="primary" href={`/sign-out?next=${encodeURIComponent(`/invitations/${token}`)}`}>
          Sign out
        </ButtonLink>
        <ButtonLink href="/">Stay signed in</ButtonLink>
      </div>
    </>
  )
}

function SignedOut({ token, canSignUp, offered }: Omit<Props, 'seen'>) {
  const address = `/invitations/${token}`
  const signIn = `/sign-in?next=${encodeURIComponent(address)}`
  if (!canSignUp) {
    return (
      <>
        <p>Sign-up is closed on this server. If you have an account, sign in to join.</p>
        <ButtonLink tone="primary" href={signIn}>
          Sign in
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <ProviderButtons offered={offered} next={address} />
      <SignUpForm invitation={token} />
      <p className="text-ink-soft">
        Already have an account?{' '}
        <Link href={signIn} className="font-medium text-accent underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
