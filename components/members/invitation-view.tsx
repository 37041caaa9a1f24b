import Link from 'next/link'
import type { ReactNode } from 'react'
import { ProviderButtons } from '@/components/account/provider-buttons'
import type { ProviderId } from '@/components/account/providers'
import { SignUpForm } from '@/components/account/sign-up-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Look } from '@/lib/invitations/accept'
import { roleWords } from '@/lib/members/role-table'
import { AcceptButton } from './accept-button'

type Open = Extract<Look, { state: 'open' }>

type Shown = Exclude<Look, { state: 'joined' }>

type Props = {
  token: string
  seen: Shown
  /** False where sign-up is closed: only existing users can accept. */
  canSignUp: boolean
  /** Sign-in providers whose keys are set. */
  offered: readonly ProviderId[]
}

/** What somebody sees who followed the link of an invitation. */
export function InvitationView({ seen, ...rest }: Props) {
  if (seen.state === 'open') return <OpenInvitation seen={seen} {...rest} />
  const { title, text } = endOf(seen)
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
      <p>{text}</p>
      <ButtonLink href="/" className="self-start">
        Go to Storycast
      </ButtonLink>
    </>
  )
}

function endOf(seen: Exclude<Shown, Open>): { title: string; text: ReactNode } {
  if (seen.state === 'unknown') {
    return {
      title: 'There is no such invitation',
      text: 'The link may be incomplete, or a newer one was made. Look whether all of it was copied, or ask for a new one.',
    }
  }
  if (seen.state === 'throttled') {
    return {
      title: 'Too many links were tried',
      text: 'Links that are none came from your address too often. Wait a quarter of an hour, then open yours again.',
    }
  }
  const sender = seen.inviter ?? 'the person who sent it'
  if (seen.state === 'accepted') {
    return {
      title: 'This invitation was used',
      text: `It works once. If it was you who used it, sign in to open “${seen.projectName}”; otherwise ask ${sender} for a new one.`,
    }
  }
  return seen.state === 'expired'
    ? {
        title: 'This invitation is too old',
        text: `Links work for 7 days. Ask ${sender} for a new one to “${seen.projectName}”.`,
      }
    : {
        title: 'This invitation was taken back',
        text: `If you think that it was by mistake, ask ${sender} for a new one to “${seen.projectName}”.`,
      }
}

function OpenInvitation({ token, seen, canSignUp, offered }: Props & { seen: Open }) {
  const { projectName, inviter, role, maskedEmail, viewer } = seen
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-xl font-semibold wrap-anywhere">Join “{projectName}”</h1>
        <p className="wrap-anywhere text-ink-soft">
          {inviter ?? 'Someone'} invited <strong className="font-medium text-ink">{maskedEmail}</strong> as {role}: a
          person who {roleWords[role]}.
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
      <Notice tone="warn" title="You are signed in with another address">
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
