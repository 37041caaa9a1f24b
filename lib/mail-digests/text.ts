import { localeWith } from '@/lib/account/date-locales'
import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import type { Recipient } from './repository'

/** Longer lists end with "and 7 more". */
export const itemsMax = 20

const lists = new Intl.ListFormat('en', { type: 'conjunction' })
export const listNames = (names: readonly string[]): string => lists.format(names)
export const listChannels = (channels: readonly ChannelId[]): string =>
  listNames(channels.map((channel) => channelNames[channel]))

/** Adds the project name if the mail covers several. */
export const inProject = (name: string, isOneProject: boolean): string => (isOneProject ? '' : `${name}: `)

export const isOneProject = (rows: readonly { project_id: string }[]): boolean =>
  new Set(rows.map(({ project_id }) => project_id)).size === 1

/** "Mon, 23 Nov, 09:00 (Europe/Berlin)", in the user's date format. */
export function formatTime(at: Date, timeZone: string, recipient: Recipient): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return `${new Intl.DateTimeFormat(localeOf(recipient), { ...options, timeZone }).format(at)} (${timeZone.replaceAll('_', ' ')})`
}

export function formatDate(at: Date, timeZone: string, recipient: Recipient): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(localeOf(recipient), { ...options, timeZone }).format(at)
}

/** There is no browser locale here, so the default is British English. */
const localeOf = (recipient: Recipient): string => localeWith(recipient, 'en-GB')
