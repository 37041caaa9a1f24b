// Written by `npm run routes` from the folders of app/api. Do not edit.
import type { RouteTable } from '@/lib/front/route-table'
import * as route0 from './analytics/story-attribution/route'
import * as route1 from './connections/health/route'
import * as route2 from './health/ready/route'
import * as route3 from './projects/[id]/utm-resolve/route'
import * as route5 from './social-connections/pinterest/boards/[id]/sections/route'
import * as route4 from './social-connections/pinterest/boards/route'
import * as route6 from './stories/[id]/slide-insights/route'
import * as route7 from './v1/analytics/route'
import * as route8 from './v1/events/route'
import * as route9 from './v1/health/route'
import * as route11 from './v1/media/[id]/route'
import * as route10 from './v1/media/route'
import * as route14 from './v1/media/upload-sessions/[id]/chunks/route'
import * as route15 from './v1/media/upload-sessions/[id]/finalize/route'
import * as route13 from './v1/media/upload-sessions/[id]/route'
import * as route12 from './v1/media/upload-sessions/route'
import * as route17 from './v1/media/upload-url/[id]/route'
import * as route16 from './v1/media/upload-url/route'
import * as route18 from './v1/media/uploads/[token]/route'
import * as route19 from './v1/openapi.json/route'
import * as route21 from './v1/projects/[id]/route'
import * as route20 from './v1/projects/route'
import * as route23 from './v1/queue/[id]/approve/route'
import * as route24 from './v1/queue/[id]/pin/route'
import * as route25 from './v1/queue/[id]/reject/route'
import * as route26 from './v1/queue/bulk-reschedule/route'
import * as route22 from './v1/queue/route'
import * as route27 from './v1/sign-up/route'
import * as route29 from './v1/social-connections/[id]/route'
import * as route32 from './v1/social-connections/consents/[id]/choose/route'
import * as route31 from './v1/social-connections/consents/[id]/route'
import * as route30 from './v1/social-connections/consents/route'
import * as route28 from './v1/social-connections/route'
import * as route35 from './v1/stories/[id]/archive/route'
import * as route36 from './v1/stories/[id]/cancel/route'
import * as route37 from './v1/stories/[id]/preview/route'
import * as route38 from './v1/stories/[id]/publish/route'
import * as route39 from './v1/stories/[id]/resync/route'
import * as route40 from './v1/stories/[id]/retry/route'
import * as route34 from './v1/stories/[id]/route'
import * as route41 from './v1/stories/[id]/schedule/route'
import * as route42 from './v1/stories/[id]/timeline/route'
import * as route43 from './v1/stories/bulk/route'
import * as route44 from './v1/stories/preview/route'
import * as route45 from './v1/stories/reconcile/route'
import * as route33 from './v1/stories/route'
import * as route47 from './v1/tokens/[id]/route'
import * as route46 from './v1/tokens/route'
import * as route52 from './v1/webhooks/[id]/deliveries/[delivery_id]/replay/route'
import * as route51 from './v1/webhooks/[id]/deliveries/[delivery_id]/route'
import * as route53 from './v1/webhooks/[id]/deliveries/replay/route'
import * as route50 from './v1/webhooks/[id]/deliveries/route'
import * as route54 from './v1/webhooks/[id]/reactivate/route'
import * as route49 from './v1/webhooks/[id]/route'
import * as route55 from './v1/webhooks/[id]/test/route'
import * as route57 from './v1/webhooks/alerts/read/route'
import * as route56 from './v1/webhooks/alerts/route'
import * as route48 from './v1/webhooks/route'

export const routes: RouteTable = {
  '/api/analytics/story-attribution': route0,
  '/api/connections/health': route1,
  '/api/health/ready': route2,
  '/api/projects/:id/utm-resolve': route3,
  '/api/social-connections/pinterest/boards': route4,
  '/api/social-connections/pinterest/boards/:id/sections': route5,
  '/api/stories/:id/slide-insights': route6,
  '/api/v1/analytics': route7,
  '/api/v1/events': route8,
  '/api/v1/health': route9,
  '/api/v1/media': route10,
  '/api/v1/media/:id': route11,
  '/api/v1/media/upload-sessions': route12,
  '/api/v1/media/upload-sessions/:id': route13,
  '/api/v1/media/upload-sessions/:id/chunks': route14,
  '/api/v1/media/upload-sessions/:id/finalize': route15,
  '/api/v1/media/upload-url': route16,
  '/api/v1/media/upload-url/:id': route17,
  '/api/v1/media/uploads/:token': route18,
  '/api/v1/openapi.json': route19,
  '/api/v1/projects': route20,
  '/api/v1/projects/:id': route21,
  '/api/v1/queue': route22,
  '/api/v1/queue/:id/approve': route23,
  '/api/v1/queue/:id/pin': route24,
  '/api/v1/queue/:id/reject': route25,
  '/api/v1/queue/bulk-reschedule': route26,
  '/api/v1/sign-up': route27,
  '/api/v1/social-connections': route28,
  '/api/v1/social-connections/:id': route29,
  '/api/v1/social-connections/consents': route30,
  '/api/v1/social-connections/consents/:id': route31,
  '/api/v1/social-connections/consents/:id/choose': route32,
  '/api/v1/stories': route33,
  '/api/v1/stories/:id': route34,
  '/api/v1/stories/:id/archive': route35,
  '/api/v1/stories/:id/cancel': route36,
  '/api/v1/stories/:id/preview': route37,
  '/api/v1/stories/:id/publish': route38,
  '/api/v1/stories/:id/resync': route39,
  '/api/v1/stories/:id/retry': route40,
  '/api/v1/stories/:id/schedule': route41,
  '/api/v1/stories/:id/timeline': route42,
  '/api/v1/stories/bulk': route43,
  '/api/v1/stories/preview': route44,
  '/api/v1/stories/reconcile': route45,
  '/api/v1/tokens': route46,
  '/api/v1/tokens/:id': route47,
  '/api/v1/webhooks': route48,
  '/api/v1/webhooks/:id': route49,
  '/api/v1/webhooks/:id/deliveries': route50,
  '/api/v1/webhooks/:id/deliveries/:delivery_id': route51,
  '/api/v1/webhooks/:id/deliveries/:delivery_id/replay': route52,
  '/api/v1/webhooks/:id/deliveries/replay': route53,
  '/api/v1/webhooks/:id/reactivate': route54,
  '/api/v1/webhooks/:id/test': route55,
  '/api/v1/webhooks/alerts': route56,
  '/api/v1/webhooks/alerts/read': route57,
}
