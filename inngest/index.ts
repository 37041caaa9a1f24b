import { cleanUpMedia } from './functions/clean-up-media'
import { collectDigests } from './functions/collect-digests'
import { deliverWebhooks } from './functions/deliver-webhooks'
import { forgetAnswers } from './functions/forget-answers'
import { forgetDeliveries } from './functions/forget-deliveries'
import { inspectMedia } from './functions/inspect-media'
import { makePreviews } from './functions/make-previews'
import { prepareMedia } from './functions/prepare-media'
import { publishDue } from './functions/publish-due'
import { publishItem } from './functions/publish-item'
import { refreshTokens } from './functions/refresh-tokens'
import { refreshUrgent } from './functions/refresh-urgent'
import { resealCredentials } from './functions/reseal-credentials'
import { sendMail } from './functions/send-mail'
import { sweepStale } from './functions/sweep-stale'
import { syncMetrics } from './functions/sync-metrics'
import { syncNewPins } from './functions/sync-new-pins'
import { vacuumEmbedded } from './functions/vacuum-embedded'
import { weeklySummaries } from './functions/weekly-summaries'

/** Everything that `/api/inngest` serves. A test holds it against the table of jobs. */
export const functions = [
  publishDue,
  publishItem,
  sweepStale,
  deliverWebhooks,
  forgetAnswers,
  forgetDeliveries,
  resealCredentials,
  refreshTokens,
  refreshUrgent,
  vacuumEmbedded,
  cleanUpMedia,
  prepareMedia,
  inspectMedia,
  makePreviews,
  syncMetrics,
  syncNewPins,
  sendMail,
  collectDigests,
  weeklySummaries,
]
