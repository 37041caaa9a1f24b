import { z } from 'zod'
import { ChannelFault } from '../fault'

const Phase = z.object({
  status: z.string().optional(),
  publish_status: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
})

export const ReelStatus = z.object({
  status: z.object({
    video_status: z.string().optional(),
    uploading_phase: Phase.optional(),
    processing_phase: Phase.optional(),
    publishing_phase: Phase.optional(),
  }),
})

/** A reel that stopped on its way. Null while there is hope. */
export function faultOfReel(status: z.output<typeof ReelStatus>['status']): ChannelFault | null {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase]
  const broken = phases.find((phase) => phase?.status === 'error' || phase?.publish_status === 'error')
  const isDead = ['upload_failed', 'error', 'expired'].includes(status.video_status ?? '')
  if (!broken && !isDead) return null
  const reason = broken?.error?.message ?? status.video_status ?? 'no reason given'
  return new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'video_failed',
    message: `Facebook could not process the film: ${reason}. Encode it as MP4, upright, 3 to 90 seconds, and try again.`,
    answer: JSON.stringify(status).slice(0, 2_000),
  })
}
