import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { composeMail, senderAddress } from './compose'
import { type ClaimedMail, claimMails, markDataStarted, retryMail, settleMail, settleUnsendable } from './repository'
import { retryDelaySeconds } from './schedule'
import { openContent } from './seal'
import { parseSmtpUrl, type SmtpResult, type SmtpServer, sendOnce } from './smtp'

/** Mails one worker sends at a time. Small relays allow few connections. */
const concurrency = 5
/** Max duration of a run, so that the next scheduled run follows. */
const runMs = 50_000
/** Time to retry storing a result while the database is down. After that the mail ends as `unknown`. */
const recordingMs = 60_000
const recordingPauseMs = 500

/**
 * Sends due mails until none is left. Any number of workers can run at once.
 *
 * @returns how many attempts were made
 */
export async function sendDueMails(db: Database): Promise<number> {
  const { SMTP_URL, SMTP_TIMEOUT_SECONDS } = env()
  if (!SMTP_URL) return 0
  const server = parseSmtpUrl(SMTP_URL, SMTP_TIMEOUT_SECONDS * 1_000)
  const deadlineMs = monotonicMs() + runMs
  let count = 0
  while (monotonicMs() < deadlineMs) {
    await settleUnsendable(db)
    const mails = await claimMails(db, concurrency)
    if (mails.length === 0) break
    await Promise.all(mails.map((mail) => sendMail(db, server, mail)))
    count += mails.length
  }
  return count
}

async function sendMail(db: Database, server: SmtpServer, mail: ClaimedMail): Promise<void> {
  const message = await compose(mail)
  const result = Buffer.isBuffer(message)
    ? await sendOnce(server, {
        from: senderAddress(),
        to: mail.recipient,
        message,
        // Without this record a crash could send the mail twice, so a failure to write it stops delivery.
        onData: () =>
          markDataStarted(db, mail).catch((cause: unknown) => {
            log.warn('mail.not_marked', { mail: mail.id, cause })
            return false
          }),
      })
    : message
  await record(db, mail, result)
}

/** Rendering fails because of a missing key or setting. That can be fixed, so the mail is retried. */
async function compose(mail: ClaimedMail): Promise<Buffer | SmtpResult> {
  try {
    return await composeMail({
      id: mail.id,
      kind: mail.kind,
      recipient: mail.recipient,
      userId: mail.user_id,
      createdAt: mail.created_at,
      content: openContent(mail.id, mail),
    })
  } catch (cause) {
    log.error('mail.not_composed', { mail: mail.id, kind: mail.kind, cause })
    return { outcome: 'not_accepted', isPermanent: false, error: 'The mail could not be composed. See the log.' }
  }
}

/** An unrecorded result would end as `unknown`, so this retries during an outage. */
async function record(db: Database, mail: ClaimedMail, result: SmtpResult): Promise<void> {
  const deadlineMs = monotonicMs() + recordingMs
  for (;;) {
    try {
      const isHeld = await settle(db, mail, result)
      if (!isHeld) log.warn('mail.lease_lost', { mail: mail.id, outcome: result.outcome })
      return
    } catch (error) {
      if (!isOutage(error) || monotonicMs() > deadlineMs) throw error
      await sleep(recordingPauseMs)
    }
  }
}

function settle(db: Database, mail: ClaimedMail, result: SmtpResult): Promise<boolean> {
  const facts = { mail: mail.id, kind: mail.kind, attempt: mail.attempt_count }
  switch (result.outcome) {
    case 'accepted':
      log.info('mail.sent', facts)
      return settleMail(db, mail, { status: 'sent', error: null })
    case 'unknown':
      log.error('mail.outcome_unknown', { ...facts, error: result.error })
      return settleMail(db, mail, { status: 'unknown', error: result.error })
    case 'stopped':
      return retryMail(db, mail, { delaySeconds: 0, error: 'The database is unavailable.' })
    case 'not_accepted': {
      const delaySeconds = result.isPermanent ? null : retryDelaySeconds(mail.attempt_count)
      log.warn('mail.not_accepted', { ...facts, error: result.error, retry_seconds: delaySeconds })
      return delaySeconds === null
        ? settleMail(db, mail, { status: 'failed', error: result.error })
        : retryMail(db, mail, { delaySeconds, error: result.error })
    }
  }
}
