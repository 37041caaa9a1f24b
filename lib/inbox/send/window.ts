import type { InboxPlatform } from '../kinds'

const hourMs = 3_600_000

/** The networks accept messages for so long after the person's last one. */
const windowHours = 24
/** With the human agent tag, for messages that a person wrote. */
const humanAgentDays = 7

export type ReplyWindow = {
  /** Until when anyone may reply, and until when a signed-in person may. Null: no limit. */
  until: Date | null
  humanUntil: Date | null
}

/** @param lastIncomingAt the person's last message; null if they wrote none */
export function replyWindow(kind: string, lastIncomingAt: Date | null): ReplyWindow {
  if (kind === 'comment') return { until: null, humanUntil: null }
  const from = lastIncomingAt?.getTime() ?? 0
  return {
    until: new Date(from + windowHours * hourMs),
    humanUntil: new Date(from + humanAgentDays * 24 * hourMs),
  }
}

const names = { instagram: 'Instagram', facebook: 'Facebook' }

/** Why a message cannot be sent now, or null. */
export function closedWindow(
  platform: InboxPlatform,
  { until, humanUntil }: ReplyWindow,
  { now, isHuman }: { now: Date; isHuman: boolean },
): string | null {
  if (until === null || humanUntil === null || now <= until || (isHuman && now <= humanUntil)) return null
  const rule = `${names[platform]} accepts messages for ${windowHours} hours after the person’s last one`
  if (!isHuman && now <= humanUntil)
    return `${rule}. Until ${humanUntil.toISOString()} a signed-in member can still reply in the dashboard.`
  return `${rule}, and replies of a signed-in member for ${humanAgentDays} days. Wait until the person writes again.`
}
