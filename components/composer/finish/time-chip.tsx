'use client'

import { CalendarClock, CircleAlert, ListPlus, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { queueBlockerOf } from '@/components/story-time/queue-blocker'
import { TimeOption, TimeSuggestions } from '@/components/story-time/time-options'
import type { FreeSlots } from '@/components/story-time/use-story-times'
import { browserTimezone } from '@/components/time/browser-timezone'
import { moveTo, type Timed } from '@/components/time/channel-times'
import { ChannelTimes, ChannelTimesNote } from '@/components/time/channel-times-list'
import { formatRelative, formatTime, zoneName } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useNow } from '@/components/time/use-now'
import { useZone, type Zone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { ChannelId } from '@/lib/channel-ids'
import { fieldId } from '../draft/field-target'
import { isScheduled } from '../state/composer-state'
import type { Composer } from '../state/use-composer'

type Props = {
  composer: Composer
  timed: Timed | null
  /** Null while they are unknown. */
  slots: FreeSlots | null
  requiresApproval: boolean
  now: string
  onSetSlots: () => void
}

/** When the story is posted. Opens the ways to choose a time. */
export function TimeChip({ composer, timed, slots, requiresApproval, now: renderedAt, onSetSlots }: Props) {
  const { projectId, store, state } = composer
  const { draft, focus, finish } = state
  const { localTime: value, channels } = draft
  const zone = useZone()
  const now = useNow(renderedAt)
  const [isOpen, setIsOpenOnly] = useState(false)
  // The calendar takes the place of the other ways to choose a time.
  const [isPicking, setIsPicking] = useState(false)
  const setIsOpen = (next: boolean): void => {
    setIsOpenOnly(next)
    setIsPicking(false)
  }
  const isAsked = focus?.target.field === 'time' ? focus : null
  useEffect(() => {
    if (isAsked) setIsOpenOnly(true)
  }, [isAsked])
  const setTime = (localTime: string): void => store.dispatch({ type: 'edited', patch: { localTime } })
  const choose = (localTime: string): void => {
    setTime(localTime)
    store.dispatch({ type: 'queueChosen', isQueued: false })
    setIsOpen(false)
  }
  const isMissing = finish.missing?.target.field === 'time' && !value
  const problem = composer.problems.find(({ target }) => target?.field === 'time')
  const { chip, name, short } = whenText(composer, requiresApproval, zone)
  const error = problem?.message ?? (isMissing ? finish.missing?.message : undefined)
  return (
    <Popover
      label="When to post"
      align="end"
      side="top"
      className="w-100 p-2 pointer-coarse:w-110"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          icon={
            error ? (
              <CircleAlert aria-hidden size={16} />
            ) : (
              <CalendarClock aria-hidden size={16} className="max-[22rem]:hidden" />
            )
          }
          className={classes(
            'min-w-0 tabular-nums aria-expanded:bg-hover max-sm:px-2 [&>svg]:shrink-0',
            error && 'border-bad! text-bad!',
          )}
          aria-label={`When to post: ${name}${error ? `. ${error}` : ''}`}
        >
          <span className={classes('truncate', short && 'max-sm:hidden')} suppressHydrationWarning>
            {chip}
          </span>
          {short && <span className="truncate sm:hidden">{short}</span>}
        </Button>
      }
    >
      <div className="flex flex-col gap-1">
        {!isPicking && !isScheduled(state) && (
          <TimeOption
            icon={<Send aria-hidden size={16} />}
            title={requiresApproval ? 'As soon as approved' : 'Now'}
            time=""
            detail={
              requiresApproval
                ? 'An admin or owner approves it first.'
                : 'Posts in a minute. You can undo it until then.'
            }
            isChosen={!value && !state.isQueued && state.unreadableTime === null}
            onChoose={() => choose('')}
          />
        )}
        {!isPicking && slots && !isScheduled(state) && (
          <NextSlot
            slots={slots}
            isChosen={state.isQueued && !value}
            onChoose={() => {
              setTime('')
              store.dispatch({ type: 'queueChosen', isQueued: true })
              setIsOpen(false)
            }}
            onSetSlots={() => {
              setIsOpen(false)
              onSetSlots()
            }}
          />
        )}
        {!isPicking && (
          <TimeSuggestions
            {...{ projectId, channels, now }}
            slot={slots && !isScheduled(state) ? commonSlot(slots, zone.timeZone) : null}
            onChoose={choose}
          />
        )}
        <div className="flex flex-col gap-2 px-2 pb-1 not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-2">
          <ZonedDateTimeField
            id={fieldId({ channel: null, field: 'time' })}
            label="Pick a time"
            value={value}
            onChange={setTime}
            error={state.unreadableTime === null ? (error ?? null) : null}
            inline={{ isOpen: isPicking, onOpenChange: setIsPicking }}
            unreadable={{
              text: state.unreadableTime,
              onChange: (text) => store.dispatch({ type: 'timeUnreadable', text }),
            }}
            hint={<TimeHint localTime={problem ? '' : value} now={now} />}
          />
          {timed && value && <MovedChannelTimes timed={timed} channels={channels} localTime={value} />}
          {(value || state.unreadableTime !== null) && (
            <Button isSmall tone="primary" className="self-end" onClick={() => setIsOpen(false)}>
              Done
            </Button>
          )}
        </div>
      </div>
    </Popover>
  )
}

/** `chip`: the text on the button; `short`: on phones, if it is too long for them. The main button says “Post now” already, so without a time it offers one. */
function whenText({ state }: Composer, requiresApproval: boolean, { timeZone, locale }: Zone) {
  const at = state.draft.localTime ? instantOf(state.draft.localTime, timeZone) : null
  const same = (text: string) => ({ chip: text, name: text, short: null })
  if (at) return same(formatTime(at, 'short', timeZone, locale))
  if (state.unreadableTime !== null) return same('Fix the time')
  if (state.isQueued) return same('Next free slot')
  if (requiresApproval) return { ...same('As soon as approved'), short: 'On approval' }
  return { chip: 'Set time', name: 'now. Set time', short: null }
}

/** The local time of the next free slot, if it is the same for all channels. */
function commonSlot({ times }: FreeSlots, timeZone: string): string | null {
  const [first] = times
  return first && times.every(({ at }) => at === first.at) ? localOf(first.at, timeZone) : null
}

type NextSlotProps = { slots: FreeSlots; isChosen: boolean; onChoose: () => void; onSetSlots: () => void }

/** Each channel gets its next free slot. Disabled if one has no slots. */
function NextSlot({ slots, isChosen, onChoose, onSetSlots }: NextSlotProps) {
  const zone = useZone()
  const { times } = slots
  const blocker = queueBlockerOf(slots)
  if (blocker !== null) {
    return (
      <div className="flex items-center gap-1 pr-1">
        <TimeOption
          icon={<ListPlus aria-hidden size={16} />}
          title="Next free slot"
          time=""
          detail={blocker}
          isDisabled
        />
        <Button isSmall onClick={onSetSlots}>
          Set slots
        </Button>
      </div>
    )
  }
  const isSame = times.every(({ at }) => at === times[0]?.at)
  return (
    <TimeOption
      icon={<ListPlus aria-hidden size={16} />}
      title="Next free slot"
      time={isSame ? slotText(times[0], zone) : ''}
      {...(isSame ? {} : { detail: <SlotTable times={times} /> })}
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}

/** “Tue, 1 Dec, 09:00” */
const slotText = (slot: FreeSlots['times'][number] | undefined, { timeZone, locale }: Zone): string =>
  slot ? formatTime(slot.at, 'short', timeZone, locale) : 'None in the next weeks'

/** The channels of each time, the first time first. */
function SlotTable({ times }: { times: FreeSlots['times'] }) {
  const zone = useZone()
  const sorted = times.toSorted((one, other) => one.at.localeCompare(other.at))
  const firsts = sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at)
  return (
    <span className="mt-1 grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1">
      {firsts.map((slot) => (
        <span key={slot.at} className="contents">
          <span className="flex flex-wrap gap-1 text-ink">
            {sorted
              .filter(({ at }) => at === slot.at)
              .map(({ channel }) => (
                <span key={channel} title={channelNames[channel]} className="flex">
                  <ChannelIcon channel={channel} size={15} />
                  <span className="sr-only">{channelNames[channel]} </span>
                </span>
              ))}
          </span>
          <span className="text-right whitespace-nowrap tabular-nums">{slotText(slot, zone)}</span>
        </span>
      ))}
    </span>
  )
}

type ChannelTimesProps = { timed: Timed; channels: readonly ChannelId[]; localTime: string }

/** New times of channels that have their own time. */
function MovedChannelTimes({ timed, channels, localTime }: ChannelTimesProps) {
  const { timeZone } = useZone()
  const isAsSaved = localTime === localOf(timed.at, timeZone)
  const at = isAsSaved ? timed.at : instantOf(localTime, timeZone)?.toISOString()
  const times = at ? moveTo(timed, at, timeZone).own_times.filter(({ channel }) => channels.includes(channel)) : []
  if (times.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ChannelTimes times={times} />
      <ChannelTimesNote />
    </div>
  )
}

/** The project's zone, and the time in the user's zone if different. */
function TimeHint({ localTime, now }: { localTime: string; now: Date }) {
  const { timeZone, locale } = useZone()
  const at = localTime ? instantOf(localTime, timeZone) : null
  const ownZone = useBrowserValue(browserTimezone, timeZone)
  const ownTime = at && formatTime(at, 'short', ownZone, locale)
  const isOtherZone = at && ownZone !== timeZone && ownTime !== formatTime(at, 'short', timeZone, locale)
  return (
    <span className="block" suppressHydrationWarning>
      Time zone: {zoneName(timeZone, at ?? now)}.
      {at && (
        <>
          {' '}
          {at > now ? 'Publishes' : 'This was'} {formatRelative(at, now)}
          {isOtherZone && ` (${ownTime} in your time zone)`}.
        </>
      )}
    </span>
  )
}
