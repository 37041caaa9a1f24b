import type { Metadata } from 'next'
import { currentProject, listOwnProjects, ownRoles, requireContext, viewer } from '@/app/(dashboard)/context'
import { ConsentForm } from '@/components/oauth/consent-form'
import { ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/plain-button'
import { type AuthorizationRequest, readRequest } from '@/lib/oauth/authorization/request'
import { placeOf } from '@/lib/oauth/protocol/redirect-uri'

/** The URL contains the app's state, so no referrer and no indexing. */
export const metadata: Metadata = {
  title: 'Allow access',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Query = Record<string, string | string[] | undefined>
type Props = { searchParams: Promise<Query> }

/** The authorization endpoint (RFC 6749, section 3.1). Asks on every request, because anyone can copy a public app. */
export default async function AuthorizePage({ searchParams }: Props) {
  const query = textOf(await searchParams)
  const path = `/oauth/authorize?${query}`
  const context = await requireContext(path)
  const read = await readRequest(context.db, query, context.now)
  if ('problem' in read) return <Problem text={read.problem} />
  if ('redirectTo' in read) return <Problem text={read.refusal} back={read.redirectTo} />
  return <Consent request={read.request} query={query} path={path} userId={context.principal.userId} />
}

/** Repeated parameters stay repeated: they are an error. */
const textOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
    ),
  ).toString()

/**
 * Errors are shown before the browser goes back to the app. Anyone can register one, so a redirect without a click would
 * lead from here to any site (RFC 9700, section 4.11).
 */
const Problem = ({ text, back }: { text: string; back?: string }) => (
  <>
    <h1 className="text-xl font-semibold tracking-tight">This app cannot get access</h1>
    <p className="wrap-anywhere">{text}</p>
    <p className="text-ink-soft">Nothing was allowed. Tell the developer of the app.</p>
    <div className="flex flex-wrap gap-2">
      {back && (
        <a href={back} rel="noreferrer" className={buttonLook({ tone: 'primary' })}>
          Back to {placeOf(back) ?? 'the app'}
        </a>
      )}
      <ButtonLink href="/">Open Storycast</ButtonLink>
    </div>
  </>
)

type ConsentProps = { request: AuthorizationRequest; query: string; path: string; userId: string }

async function Consent({ request: { client, redirectUri, scopes }, query, path, userId }: ConsentProps) {
  const [own, roles, current, { email }] = await Promise.all([
    listOwnProjects(),
    ownRoles(),
    currentProject(),
    viewer(),
  ])
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">Allow {client.name} to use Storycast?</h1>
        <p className="text-sm wrap-anywhere text-ink-soft">
          Signed in as {email}.{' '}
          <a href={`/sign-out?next=${encodeURIComponent(path)}`} className="font-medium text-accent underline">
            Use another account
          </a>
        </p>
      </div>
      <ConsentForm
        app={{
          name: client.name,
          host: client.document_url ? new URL(client.document_url).host : null,
          place: placeOf(redirectUri),
          isOwn: client.user_id === userId,
        }}
        scopes={scopes}
        projects={own.map(({ id, name }) => ({ id, name, role: roles.get(id) ?? 'viewer' }))}
        currentId={current?.id ?? null}
        request={query}
      />
    </>
  )
}
