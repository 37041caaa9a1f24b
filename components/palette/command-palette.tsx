'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FolderOpen, Keyboard, type LucideIcon, Monitor, Moon, PenLine, Search, Sun } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { navItems } from '@/components/chrome/nav-items'
import { ErrorNote } from '@/components/errors/error-note'
import { useMay } from '@/components/projects/role'
import { storyFaces } from '@/components/stories/story-status'
import { headlineOf } from '@/components/stories/story-text'
import { applyTheme, type Theme } from '@/components/theme/theme'
import { classes } from '@/components/ui/classes'
import { Dialog } from '@/components/ui/dialog'
import { call } from '@/lib/api/client'
import { listStories } from '@/lib/api/operations.generated'

type Props = {
  projects: { id: string; name: string }[]
  projectId: string | null
  onClose: () => void
  onHelp: () => void
}

const storiesShown = 8

const themeFaces: Record<Theme, { label: string; Icon: LucideIcon }> = {
  system: { label: 'Theme: as the system', Icon: Monitor },
  light: { label: 'Theme: light', Icon: Sun },
  dark: { label: 'Theme: dark', Icon: Moon },
}

/** One field that leads to everything: stories by their words, screens, projects, and what can be done anywhere. */
export function CommandPalette({ projects, projectId, onClose, onHelp }: Props) {
  const router = useRouter()
  const [words, setWords] = useState('')
  const stories = useFoundStories(projectId, words)
  const mayWrite = useMay('stories:write')
  const hasSettled = useSettled(stories.wasAnswered)
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const first = stories.found[0]?.id
  // What the server finds comes after the letter that was typed, and Enter means the first line that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words and another find are the occasions.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const line = list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value')
      if (line) setChosen(line)
    })
    return () => cancelAnimationFrame(frame)
  }, [first, words])
  const input = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which gives the focus to its first button.
  useEffect(() => input.current?.focus(), [])
  const go = (address: string): void => {
    onClose()
    router.push(address)
  }
  const run = (act: () => void): void => {
    onClose()
    act()
  }
  return (
    <Dialog title="Go to" onClose={onClose} isWide>
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
            value={words}
            onValueChange={setWords}
            placeholder="A story, a screen, an action …"
            className="control"
          />
        </div>
        {stories.error && <ErrorNote error={stories.error} title="Stories cannot be searched right now" />}
        <Command.List
          ref={list}
          className={classes('max-h-[55dvh] overflow-y-auto', !hasSettled && 'invisible')}
          aria-busy={stories.isFetching}
        >
          {/* It counts what it filters itself, and not the stories that the server found. */}
          {stories.found.length === 0 && (
            <Command.Empty className="px-2 py-6 text-center text-ink-soft">
              {stories.isFetching ? 'Looking …' : 'Nothing is called that. Words are found by their beginnings.'}
            </Command.Empty>
          )}
          {stories.found.length > 0 && (
            <Group heading={words.trim() ? 'Stories' : 'Newest stories'} isFound>
              {stories.found.map((story) => {
                const { Icon, word } = storyFaces[story.status]
                return (
                  <Item
                    key={story.id}
                    value={story.id}
                    Icon={Icon}
                    isFound
                    onSelect={() => go(`/${projectId}/stories/${story.id}`)}
                  >
                    {headlineOf(story)} <span className="text-sm text-ink-soft">{word}</span>
                  </Item>
                )
              })}
            </Group>
          )}
          {projectId && (
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
          {projectId && (
            <Group heading="Screens">
              {navItems.map(({ label, href, Icon }) => (
                <Item key={label} value={label} Icon={Icon} onSelect={() => go(href(projectId))}>
                  {label}
                </Item>
              ))}
            </Group>
          )}
          {projects.length > 1 && (
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

/** @param isFound the server found it, perhaps by words that are not shown here */
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
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2 data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent"
    >
      <Icon aria-hidden size={17} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Command.Item>
  )
}

/** What is looked at first must not move under the hand; and a slow server must not keep the actions back. */
const settlesWithinMs = 400

function useSettled(isThere: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), settlesWithinMs)
    return () => clearTimeout(timer)
  }, [])
  return isThere || isLate
}

/** The newest ones until something is typed. What an earlier word found is gone at once: Enter would open it. */
function useFoundStories(projectId: string | null, typed: string) {
  const words = useDeferredValue(typed.trim())
  const isSearchable = words === '' || /[\p{L}\p{N}]/u.test(words)
  const { data, error, isFetching, isLoading } = useQuery({
    queryKey: ['palette', projectId, words],
    queryFn: ({ signal }) =>
      call(
        listStories,
        { project_id: projectId ?? '', limit: storiesShown, ...(words ? { q: words.slice(0, 200) } : {}) },
        { signal },
      ),
    enabled: projectId !== null && isSearchable,
  })
  return { found: isSearchable ? (data?.stories ?? []) : [], error, isFetching, wasAnswered: !isLoading }
}
