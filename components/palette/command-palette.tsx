'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FolderOpen, Keyboard, type LucideIcon, Monitor, Moon, PenLine, Search, Sun } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { ChannelDots } from '@/components/channels/channel-dots'
import { goToComposer } from '@/components/composer-address/composer-address'
import { ErrorNote } from '@/components/errors/error-note'
import { goToLastView } from '@/components/navigation/last-views'
import { useMay } from '@/components/projects/role'
import { storyBadgeOf } from '@/components/stories/story-status'
import { applyTheme, type Theme } from '@/components/theme/theme'
import { Time } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { Dialog } from '@/components/ui/dialog'
import { call } from '@/lib/api/client'
import { listStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import { matchScore } from './match-score'
import { Group, Item } from './palette-parts'
import { furtherScreens, mainScreens, type ScreenLine, settingsScreens } from './screen-lines'

type Props = {
  projects: { id: string; name: string }[]
  projectId: string | null
  onClose: () => void
  onHelp: () => void
}

const storiesShown = 8

const themeFaces: Record<Theme, { label: string; Icon: LucideIcon; words: string }> = {
  system: { label: 'Theme: system', Icon: Monitor, words: 'mode appearance automatic colors colours' },
  light: { label: 'Theme: light', Icon: Sun, words: 'mode appearance day white colors colours' },
  dark: { label: 'Theme: dark', Icon: Moon, words: 'mode appearance night black colors colours' },
}

/** Finds stories, screens, projects and actions. */
export function CommandPalette({ projects, projectId, onClose, onHelp }: Props) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const stories = useStorySearch(projectId, query)
  const mayWrite = useMay('stories:write')
  const hasSettled = useSettled(stories.hasLoaded)
  // The lines follow in a second render, so that the key press is answered within a frame or two.
  const hasLines = useDeferredValue(true, false)
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const first = stories.found[0]?.id
  // Results arrive after the key press. Enter must open the first line on the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query or the first line changes.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const line = list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value')
      if (line) setChosen(line)
    })
    return () => cancelAnimationFrame(frame)
  }, [first, query, hasLines])
  const input = useRef<HTMLInputElement>(null)
  // After the dialog opens, because it focuses its first button.
  useEffect(() => input.current?.focus(), [])
  const go = (address: string): void => {
    onClose()
    goToComposer(router, address)
  }
  const run = (act: () => void): void => {
    onClose()
    act()
  }
  const openScreen = (href: string): void => run(() => goToLastView(router, href))
  return (
    <Dialog title="Go to" onClose={onClose} isWide isAtTop>
      <Command
        label="Find a story, a screen or an action"
        loop
        filter={(_id, typed, [label = '', ...words] = []) => matchScore(typed, label, words)}
        value={chosen}
        onValueChange={setChosen}
        className="flex flex-col gap-3"
      >
        <div className="flex items-center gap-2">
          <Search aria-hidden size={18} className="shrink-0 text-ink-soft" />
          <Command.Input
            ref={input}
            value={query}
            onValueChange={setQuery}
            placeholder="Search stories, screens and actions"
            className="control"
          />
        </div>
        {stories.error && <ErrorNote error={stories.error} title="Story search is not available" />}
        <Command.List
          ref={list}
          className={classes('max-h-[55dvh] overflow-y-auto', !hasSettled && 'invisible')}
          aria-busy={stories.isFetching}
        >
          {/* cmdk counts only items that it filters, not the stories from the server. */}
          {hasLines && stories.found.length === 0 && (
            <Command.Empty className="px-2 py-6 text-center text-ink-soft">
              {stories.isFetching ? 'Searching…' : 'No results. Search matches the start of words.'}
            </Command.Empty>
          )}
          {hasLines && stories.found.length > 0 && (
            <Group heading={query.trim() ? 'Stories' : 'Newest stories'} isFound>
              {stories.found.map((story) => {
                const { Icon, label } = storyBadgeOf({
                  status: story.status,
                  scheduledAt: story.scheduled_at,
                  isWaiting: story.waits_for_approval,
                  isRejected: story.is_rejected,
                  now: new Date(),
                })
                const time = story.published_at ?? story.scheduled_at
                return (
                  <Item
                    key={story.id}
                    id={story.id}
                    label={headlineOf(story)}
                    Icon={Icon}
                    isFound
                    note={
                      <>
                        <ChannelDots channels={story.channels} />
                        {label}
                        {/* A draft is not published at its time. */}
                        {time ? story.status === 'draft' && ' for' : ', edited'}
                        <StoryDate at={time ?? story.updated_at} />
                      </>
                    }
                    onSelect={() => go(`/${projectId}/stories/${story.id}`)}
                  />
                )
              })}
            </Group>
          )}
          {hasLines && projectId && (
            <Group heading="Actions">
              {mayWrite && (
                <Item
                  id="new-story"
                  label="New story"
                  words={['post compose write create draft schedule']}
                  Icon={PenLine}
                  onSelect={() => go(`/${projectId}/compose`)}
                />
              )}
              <Item
                id="shortcuts"
                label="Keyboard shortcuts"
                words={['keys help hotkeys']}
                Icon={Keyboard}
                onSelect={() => run(onHelp)}
              />
              {Object.entries(themeFaces).map(([theme, { label, Icon, words }]) => (
                <Item
                  key={theme}
                  id={`theme-${theme}`}
                  label={label}
                  words={[words]}
                  Icon={Icon}
                  onSelect={() => run(() => applyTheme(theme as Theme))}
                />
              ))}
            </Group>
          )}
          {hasLines && projectId && (
            <Group heading="Screens">
              <Screens lines={mainScreens(projectId)} onOpen={openScreen} />
              {query.trim() && <Screens lines={furtherScreens(projectId)} onOpen={openScreen} />}
            </Group>
          )}
          {hasLines && query.trim() && (
            <Group heading="Settings">
              <Screens lines={settingsScreens(projectId)} onOpen={openScreen} />
            </Group>
          )}
          {hasLines && projects.length > 1 && (
            <Group heading="Projects">
              {projects.map(({ id, name }) => (
                <Item key={id} id={id} label={name} Icon={FolderOpen} onSelect={() => go(`/${id}`)} />
              ))}
            </Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const Screens = ({ lines, onOpen }: { lines: readonly ScreenLine[]; onOpen: (href: string) => void }) =>
  lines.map(({ label, href, Icon, holds, words }) => (
    <Item
      key={href}
      id={`${label} ${href}`}
      label={label}
      words={[holds ?? '', words ?? '']}
      Icon={Icon}
      note={holds}
      onSelect={() => onOpen(href)}
    />
  ))

/** Tells stories with the same name apart. */
function StoryDate({ at }: { at: string }) {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return <Time at={at} style={isThisYear ? 'compact' : 'date'} />
}

/** Wait for results so that the list doesn't jump, but no longer than this. */
const settleMaxMs = 400

function useSettled(isThere: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), settleMaxMs)
    return () => clearTimeout(timer)
  }, [])
  return isThere || isLate
}

/**
 * The newest stories until something is typed. Earlier results disappear immediately, because Enter would open them.
 */
function useStorySearch(projectId: string | null, typed: string) {
  const query = useDeferredValue(typed.trim())
  const isSearchable = query === '' || /[\p{L}\p{N}]/u.test(query)
  const { data, error, isFetching, isLoading } = useQuery({
    queryKey: ['palette', projectId, query],
    queryFn: ({ signal }) =>
      call(
        listStories,
        { project_id: projectId ?? '', limit: storiesShown, ...(query ? { q: query.slice(0, 200) } : {}) },
        { signal },
      ),
    enabled: projectId !== null && isSearchable,
  })
  return { found: isSearchable ? (data?.stories ?? []) : [], error, isFetching, hasLoaded: !isLoading }
}
