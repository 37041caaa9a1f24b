'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { CheckField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { deleteAccount, getDeletion } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { AccountSection } from './account-section'
import { PasswordField } from './password-field'
import { CodeField } from './two-factor/code-field'

type Plan = AnswerTo<typeof getDeletion>
type Project = Plan['projects'][number]

export function DeleteAccountSection({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountSection
      title="Delete account"
      description="Deletes your personal data and projects without other members. Published posts stay on their networks."
    >
      <Button tone="danger" className="self-start" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteDialog email={email} onClose={() => setIsOpen(false)} />}
    </AccountSection>
  )
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['account', 'deletion'],
    queryFn: () => call(getDeletion, {}),
    // Members may have changed since it was last open.
    gcTime: 0,
  })
  return (
    <Dialog title="Delete your account?" onClose={onClose} isWide>
      {error && <ErrorNote isReading error={error} title="Your projects could not be loaded" />}
      {!data && !error && <p className="text-ink-soft">Loading your projects…</p>}
      {data?.needs_sign_in && <SignInFirst onClose={onClose} />}
      {data && !data.needs_sign_in && <DeleteForm plan={data} email={email} onClose={onClose} />}
    </Dialog>
  )
}

function SignInFirst({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>Your account has no password. To confirm that it is you, sign out and sign in again, then come back here.</p>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <ButtonLink tone="primary" href={`/sign-out?next=${encodeURIComponent('/sign-in?next=/account')}`}>
          Sign out
        </ButtonLink>
      </DialogButtons>
    </>
  )
}

const fields = ['email', 'password', 'code'] as const

function DeleteForm({ plan, email, onClose }: { plan: Plan; email: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isWrong, setIsWrong] = useState(false)
  const undecided = plan.projects.filter(({ id, outcome }) => outcome === 'decide' && !chosen.has(id))
  const { mutate, isPending, error } = useMutation({
    mutationFn: (form: FormData) => {
      const optional = (name: string) => (form.get(name) ? { [name]: String(form.get(name)) } : {})
      const delete_projects = [...chosen]
      return call(deleteAccount, { email, ...optional('password'), ...optional('code'), delete_projects })
    },
    // A full page load clears the account from memory.
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <DialogForm
      submitLabel="Delete account"
      cancelLabel="Keep account"
      isDanger
      isBusy={isPending}
      isDisabled={undecided.length > 0}
      error={error}
      errorTitle="Account not deleted"
      fields={fields}
      onSubmit={(form) => {
        const isRight = String(form.get('email')).trim().toLowerCase() === email.toLowerCase()
        setIsWrong(!isRight)
        if (isRight) mutate(form)
      }}
      onClose={onClose}
    >
      <p>This cannot be undone. You are signed out everywhere, and {tokenText(plan.tokens)}.</p>
      <Projects
        projects={plan.projects}
        chosen={chosen}
        onChoose={(id, isChosen) =>
          setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)))
        }
      />
      <TextField
        label={`Type ${email} to confirm`}
        name="email"
        autoComplete="off"
        required
        error={isWrong ? `This is not your email. It is ${email}.` : issueFor(error, 'email', 'The email')}
      />
      {plan.needs_password && <PasswordField error={error} />}
      {plan.needs_code && (
        <CodeField label="Code" hint="From your authenticator app, or a recovery code." error={error} anyCode />
      )}
      {undecided.length > 0 && (
        <Notice tone="warn">Decide what happens to {undecided.map(({ name }) => `“${name}”`).join(', ')} first.</Notice>
      )}
    </DialogForm>
  )
}

const tokenText = (count: number): string =>
  count === 0
    ? 'you lose access immediately'
    : count === 1
      ? 'your access token stops working'
      : `your ${count} access tokens stop working`

type ProjectsProps = {
  projects: readonly Project[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

function Projects({ projects, chosen, onChoose }: ProjectsProps) {
  const of = (outcome: Project['outcome']): Project[] => projects.filter((project) => project.outcome === outcome)
  return (
    <>
      <ProjectList title="Deleted with your account" projects={of('delete')} />
      {of('decide').length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">You are the only owner</h3>
          <p className="text-ink-soft">Make another member the owner, or delete the project for everyone.</p>
          <ul className="flex flex-col gap-3">
            {of('decide').map((project) => (
              <li key={project.id} className="flex flex-wrap items-start justify-between gap-2">
                <CheckField
                  label={`Delete “${project.name}” for all ${project.members} members`}
                  hint={postText(project)}
                  checked={chosen.has(project.id)}
                  onChange={(event) => onChoose(project.id, event.target.checked)}
                />
                <Link href={`/${project.id}/settings/members`} className="font-medium text-accent underline">
                  Choose a new owner
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ProjectList title="Projects you leave" projects={of('leave')} />
    </>
  )
}

function ProjectList({ title, projects }: { title: string; projects: readonly Project[] }) {
  if (projects.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {projects.map((project) => (
          <li key={project.id} className="wrap-anywhere">
            {project.name}
            {project.outcome === 'delete' && project.scheduled_posts > 0 && (
              <span className="text-ink-soft"> · {postText(project)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function postText({ scheduled_posts: count }: Project): string {
  if (count === 0) return 'No scheduled posts.'
  return `${plural(count, 'scheduled post')} will not be published.`
}
