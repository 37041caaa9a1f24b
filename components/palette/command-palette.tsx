'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FolderOpen, Keyboard, type LucideIcon, Monitor, Moon, PenLine, Search, Sun } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { goToComposer } from '@/components/composer-address/composer-address'
import { ErrorNote } from '@/components/errors/error-note'
import { goToLastView } from '@/components/navigation/last-views'
import { navItems } from '@/components/navigation/nav-items'
import { useMay } from '@/components/projects/role'
import { storyBadgeOf } from '@/components/stories/story-status'
import { applyTheme, type Theme } from '@/components/theme/theme'
import { classes } from '@/components/ui/classes'
import { Dialog } from '@/components/ui/dialog'
import { call } from '@/lib/api/client'
import { listStories } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'

type Props = {
  projects: { id: string; name: string }[]
  projectId: string | null
  onClose: () => void
  onHelp: () => void
}

const storiesShown = 8

const themeFaces: Record<Theme, { label: string; Icon: LucideIcon }> = {
  system: { label: 'Theme: system', Icon: Monitor },
  light: { label: 'Theme: light', Icon: Sun },
  dark: { label: 'Theme: dark', Icon: Moon },
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
  return (
    <Dialog title="Go to" onClose={onClose} isWide isAtTop>
      <Command
        label="Find a story, a screen or an action"
        loop
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
                  now: new Date(),
                })
                return (
                  <Item
                    key={story.id}
                    value={story.id}
                    Icon={Icon}
                    isFound
                    onSelect={() => go(`/${projectId}/stories/${story.id}`)}
                  >
                    {headlineOf(story)} <span className="text-sm text-ink-soft">{label}</span>
                  </Item>
                )
              })}
            </Group>
          )}
          {hasLines && projectId && (
            <Group heading="Actions">
              {mayWrite && (
                <Item value="New story" Icon={PenLine} onSelect={() => go(`/${projectId}/compose`)}>
                  New story
                </Item>
              )}
              <Item value="Keyboard shortcuts" Icon={Keyboard} onSelect={() => run(onHelp)}>
                Keyboard shortcuts
              </Item>
              {Object.entries(themeFaces).map(([theme, { label, Icon }]) => (
                <Item key={theme} value={label} Icon={Icon} onSelect={() => run(() => applyTheme(theme as Theme))}>
                  {label}
                </Item>
              ))}
            </Group>
          )}
          {hasLines && projectId && (
            <Group heading="Screens">
              {navItems.map(({ label, href, Icon }) => (
                <Item
                  key={label}
                  value={label}
                  Icon={Icon}
                  onSelect={() => run(() => goToLastView(router, href(projectId)))}
                >
                  {label}
                </Item>
              ))}
            </Group>
          )}
          {hasLines && projects.length > 1 && (
            <Group heading="Projects">
              {projects.map(({ id, name }) => (
                <Item key={id} value={`${name} ${id}`} Icon={FolderOpen} onSelect={() => go(`/${id}`)}>
                  {name}
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Group({ heading, isFound = false, children }: { heading: string; isFound?: boolean; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      forceMount={isFound}
      className="pb-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

/** @param isFound a server result, which cmdk must not filter again */
function Item({
  value,
  Icon,
  isFound = false,
  onSelect,
  children,
}: {
  value: string
  Icon: LucideIcon
  isFound?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <Command.Item
      value={value}
      forceMount={isFound}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2 data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent"
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Command.Item>
  )
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
