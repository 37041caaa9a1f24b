// Written by `npm run routes` from the folders of app/api. Do not edit.
import type { RouteTable } from '@/lib/front/route-table'
import * as route0 from './analytics/story-attribution/route'
import * as route1 from './connections/health/route'
import * as route2 from './health/ready/route'
import * as route3 from './projects/[id]/utm-resolve/route'
import * as route4 from './projects/[id]/voice-rules/lint/route'
import * as route6 from './social-connections/pinterest/boards/[id]/sections/route'
import * as route5 from './social-connections/pinterest/boards/route'
import * as route7 from './stories/[id]/slide-insights/route'
import * as route9 from './v1/account/deletion/route'
import * as route11 from './v1/account/email-settings/route'
import * as route12 from './v1/account/email/confirm/route'
import * as route13 from './v1/account/email/confirmation/route'
import * as route10 from './v1/account/email/route'
import * as route15 from './v1/account/identities/[id]/route'
import * as route14 from './v1/account/identities/route'
import * as route16 from './v1/account/password/route'
import * as route17 from './v1/account/photo/route'
import * as route8 from './v1/account/route'
import * as route19 from './v1/account/sessions/[id]/route'
import * as route18 from './v1/account/sessions/route'
import * as route21 from './v1/account/two-factor/confirm/route'
import * as route22 from './v1/account/two-factor/recovery-codes/route'
import * as route20 from './v1/account/two-factor/route'
import * as route23 from './v1/analytics/route'
import * as route24 from './v1/analytics/series/route'
import * as route25 from './v1/analytics/stories/route'
import * as route26 from './v1/calendar/route'
import * as route27 from './v1/events/route'
import * as route28 from './v1/health/route'
import * as route30 from './v1/invitations/[id]/resend/route'
import * as route29 from './v1/invitations/[id]/route'
import * as route31 from './v1/invitations/accept/route'
import * as route33 from './v1/media/[id]/route'
import * as route34 from './v1/media/[id]/stories/route'
import * as route32 from './v1/media/route'
import * as route35 from './v1/media/storage/route'
import * as route36 from './v1/media/tags/route'
import * as route39 from './v1/media/upload-sessions/[id]/chunks/route'
import * as route40 from './v1/media/upload-sessions/[id]/finalize/route'
import * as route38 from './v1/media/upload-sessions/[id]/route'
import * as route37 from './v1/media/upload-sessions/route'
import * as route42 from './v1/media/upload-url/[id]/route'
import * as route41 from './v1/media/upload-url/route'
import * as route43 from './v1/media/uploads/[token]/route'
import * as route45 from './v1/notifications/read/route'
import * as route44 from './v1/notifications/route'
import * as route46 from './v1/notifications/settings/route'
import * as route47 from './v1/openapi.json/route'
import * as route49 from './v1/password-reset/confirm/route'
import * as route48 from './v1/password-reset/route'
import * as route52 from './v1/projects/[id]/checklist/route'
import * as route53 from './v1/projects/[id]/invitations/route'
import * as route55 from './v1/projects/[id]/members/[user_id]/route'
import * as route54 from './v1/projects/[id]/members/route'
import * as route56 from './v1/projects/[id]/pause/route'
import * as route58 from './v1/projects/[id]/resume-plan/route'
import * as route57 from './v1/projects/[id]/resume/route'
import * as route51 from './v1/projects/[id]/route'
import * as route59 from './v1/projects/[id]/transfer-ownership/route'
import * as route50 from './v1/projects/route'
import * as route61 from './v1/queue/[id]/approve/route'
import * as route62 from './v1/queue/[id]/pin/route'
import * as route63 from './v1/queue/[id]/reject/route'
import * as route64 from './v1/queue/bulk-reschedule/route'
import * as route65 from './v1/queue/lateness/route'
import * as route60 from './v1/queue/route'
import * as route66 from './v1/sign-up/route'
import * as route68 from './v1/social-connections/[id]/route'
import * as route71 from './v1/social-connections/consents/[id]/choose/route'
import * as route70 from './v1/social-connections/consents/[id]/route'
import * as route69 from './v1/social-connections/consents/route'
import * as route72 from './v1/social-connections/last-posts/route'
import * as route67 from './v1/social-connections/route'
import * as route75 from './v1/stories/[id]/archive/route'
import * as route76 from './v1/stories/[id]/cancel/route'
import * as route77 from './v1/stories/[id]/duplicate/route'
import * as route78 from './v1/stories/[id]/preview/route'
import * as route79 from './v1/stories/[id]/publish/route'
import * as route80 from './v1/stories/[id]/resync/route'
import * as route81 from './v1/stories/[id]/retry/route'
import * as route74 from './v1/stories/[id]/route'
import * as route82 from './v1/stories/[id]/schedule/route'
import * as route83 from './v1/stories/[id]/timeline/route'
import * as route84 from './v1/stories/bulk/route'
import * as route85 from './v1/stories/preview/route'
import * as route86 from './v1/stories/reconcile/route'
import * as route73 from './v1/stories/route'
import * as route87 from './v1/stories/usual-times/route'
import * as route89 from './v1/tokens/[id]/route'
import * as route88 from './v1/tokens/route'
import * as route94 from './v1/webhooks/[id]/deliveries/[delivery_id]/replay/route'
import * as route93 from './v1/webhooks/[id]/deliveries/[delivery_id]/route'
import * as route95 from './v1/webhooks/[id]/deliveries/replay/route'
import * as route92 from './v1/webhooks/[id]/deliveries/route'
import * as route96 from './v1/webhooks/[id]/reactivate/route'
import * as route91 from './v1/webhooks/[id]/route'
import * as route97 from './v1/webhooks/[id]/test/route'
import * as route99 from './v1/webhooks/alerts/read/route'
import * as route98 from './v1/webhooks/alerts/route'
import * as route90 from './v1/webhooks/route'

export const routes: RouteTable = {
  '/api/analytics/story-attribution': route0,
  '/api/connections/health': route1,
  '/api/health/ready': route2,
  '/api/projects/:id/utm-resolve': route3,
  '/api/projects/:id/voice-rules/lint': route4,
  '/api/social-connections/pinterest/boards': route5,
  '/api/social-connections/pinterest/boards/:id/sections': route6,
  '/api/stories/:id/slide-insights': route7,
  '/api/v1/account': route8,
  '/api/v1/account/deletion': route9,
  '/api/v1/account/email': route10,
  '/api/v1/account/email-settings': route11,
  '/api/v1/account/email/confirm': route12,
  '/api/v1/account/email/confirmation': route13,
  '/api/v1/account/identities': route14,
  '/api/v1/account/identities/:id': route15,
  '/api/v1/account/password': route16,
  '/api/v1/account/photo': route17,
  '/api/v1/account/sessions': route18,
  '/api/v1/account/sessions/:id': route19,
  '/api/v1/account/two-factor': route20,
  '/api/v1/account/two-factor/confirm': route21,
  '/api/v1/account/two-factor/recovery-codes': route22,
  '/api/v1/analytics': route23,
  '/api/v1/analytics/series': route24,
  '/api/v1/analytics/stories': route25,
  '/api/v1/calendar': route26,
  '/api/v1/events': route27,
  '/api/v1/health': route28,
  '/api/v1/invitations/:id': route29,
  '/api/v1/invitations/:id/resend': route30,
  '/api/v1/invitations/accept': route31,
  '/api/v1/media': route32,
  '/api/v1/media/:id': route33,
  '/api/v1/media/:id/stories': route34,
  '/api/v1/media/storage': route35,
  '/api/v1/media/tags': route36,
  '/api/v1/media/upload-sessions': route37,
  '/api/v1/media/upload-sessions/:id': route38,
  '/api/v1/media/upload-sessions/:id/chunks': route39,
  '/api/v1/media/upload-sessions/:id/finalize': route40,
  '/api/v1/media/upload-url': route41,
  '/api/v1/media/upload-url/:id': route42,
  '/api/v1/media/uploads/:token': route43,
  '/api/v1/notifications': route44,
  '/api/v1/notifications/read': route45,
  '/api/v1/notifications/settings': route46,
  '/api/v1/openapi.json': route47,
  '/api/v1/password-reset': route48,
  '/api/v1/password-reset/confirm': route49,
  '/api/v1/projects': route50,
  '/api/v1/projects/:id': route51,
  '/api/v1/projects/:id/checklist': route52,
  '/api/v1/projects/:id/invitations': route53,
  '/api/v1/projects/:id/members': route54,
  '/api/v1/projects/:id/members/:user_id': route55,
  '/api/v1/projects/:id/pause': route56,
  '/api/v1/projects/:id/resume': route57,
  '/api/v1/projects/:id/resume-plan': route58,
  '/api/v1/projects/:id/transfer-ownership': route59,
  '/api/v1/queue': route60,
  '/api/v1/queue/:id/approve': route61,
  '/api/v1/queue/:id/pin': route62,
  '/api/v1/queue/:id/reject': route63,
  '/api/v1/queue/bulk-reschedule': route64,
  '/api/v1/queue/lateness': route65,
  '/api/v1/sign-up': route66,
  '/api/v1/social-connections': route67,
  '/api/v1/social-connections/:id': route68,
  '/api/v1/social-connections/consents': route69,
  '/api/v1/social-connections/consents/:id': route70,
  '/api/v1/social-connections/consents/:id/choose': route71,
  '/api/v1/social-connections/last-posts': route72,
  '/api/v1/stories': route73,
  '/api/v1/stories/:id': route74,
  '/api/v1/stories/:id/archive': route75,
  '/api/v1/stories/:id/cancel': route76,
  '/api/v1/stories/:id/duplicate': route77,
  '/api/v1/stories/:id/preview': route78,
  '/api/v1/stories/:id/publish': route79,
  '/api/v1/stories/:id/resync': route80,
  '/api/v1/stories/:id/retry': route81,
  '/api/v1/stories/:id/schedule': route82,
  '/api/v1/stories/:id/timeline': route83,
  '/api/v1/stories/bulk': route84,
  '/api/v1/stories/preview': route85,
  '/api/v1/stories/reconcile': route86,
  '/api/v1/stories/usual-times': route87,
  '/api/v1/tokens': route88,
  '/api/v1/tokens/:id': route89,
  '/api/v1/webhooks': route90,
  '/api/v1/webhooks/:id': route91,
  '/api/v1/webhooks/:id/deliveries': route92,
  '/api/v1/webhooks/:id/deliveries/:delivery_id': route93,
  '/api/v1/webhooks/:id/deliveries/:delivery_id/replay': route94,
  '/api/v1/webhooks/:id/deliveries/replay': route95,
  '/api/v1/webhooks/:id/reactivate': route96,
  '/api/v1/webhooks/:id/test': route97,
  '/api/v1/webhooks/alerts': route98,
  '/api/v1/webhooks/alerts/read': route99,
}
