import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { Viewer } from '@/components/account/viewer'
import { projectCookie } from '@/components/projects/last-project-cookie'
import { localeOf } from '@/components/time/formats'
import type { Context } from '@/lib/access/context'
import type { Account } from '@/lib/account/contract'
import { localeWith } from '@/lib/account/date-locales'
import * as account from '@/lib/account/service'
import { sessionOf } from '@/lib/auth/next-auth'
import type { Role } from '@/lib/auth/roles'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import * as members from '@/lib/members/service'
import type { Project } from '@/lib/projects/contract'
import * as projects from '@/lib/projects/service'

/** Turns a request into the context of services. Each function runs once per request. */

/** Null if signed out. */
export const sessionContext = cache(async (): Promise<Context | null> => {
  const session = await sessionOf(await headers())
  return session ? { db: database(), principal: { kind: 'session', ...session }, now: systemClock() } : null
})

/** @param path where to go after the sign-in */
export async function requireContext(path: string): Promise<Context> {
  return (await sessionContext()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}

export const viewer = cache(async (): Promise<Viewer> => {
  const own = await ownAccount()
  return { name: own?.name ?? 'You', email: own?.email ?? '', photoUrl: own?.photo_url ?? null }
})

const projectsMax = 200

export const listOwnProjects = cache(async (): Promise<Project[]> => {
  const context = await sessionContext()
  return context ? (await projects.list(context, { limit: projectsMax })).projects : []
})

export const ownRoles = cache(async (): Promise<Map<string, Role>> => {
  const context = await sessionContext()
  return context ? members.ownRoles(context) : new Map()
})

/** The project opened last, else the newest. */
export async function currentProject(): Promise<Project | null> {
  const own = await listOwnProjects()
  const remembered = (await cookies()).get(projectCookie)?.value
  return own.find(({ id }) => id === remembered) ?? own[0] ?? null
}

/** The project of a URL. Not found if the user is not a member. */
export const requireProject = cache(async (context: Context, id: string): Promise<Project> => {
  if (!isUuid(id)) notFound()
  return orNotFound(projects.get(context, { id }))
})

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Shows the not-found page on a `not_found` error. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound()
    throw error
  }
}

export const ownAccount = cache(async (): Promise<Account | null> => {
  const context = await sessionContext()
  return context ? account.get(context) : null
})

export const browserLocale = async (): Promise<string> => localeOf((await headers()).get('accept-language'))

/** The locale of dates: the user's setting, else the browser's. */
export async function readerLocale(): Promise<string> {
  const [own, ofBrowser] = await Promise.all([ownAccount(), browserLocale()])
  return own ? localeWith(own, ofBrowser) : ofBrowser
}
