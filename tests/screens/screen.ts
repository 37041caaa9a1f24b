import type { Page } from 'playwright-core'
import type { Workspace } from './workspace'

/** State of the workspace: an ordinary week, then a revoked account, then a paused project. */
export const chapters = ['week', 'revoked', 'paused'] as const
export type Chapter = (typeof chapters)[number]

/** Keys are window widths, as in the file names. */
export const sizes = {
  '1440': { width: 1440, height: 900 },
  '1280': { width: 1280, height: 720 },
  '820': { width: 820, height: 1180 },
  '375': { width: 375, height: 812 },
  '320': { width: 320, height: 640 },
} as const
export type Size = keyof typeof sizes

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export type Screen = {
  /** Prefix of its screenshot names. */
  name: string
  title: string
  /** For newcomers, the workspace has their own empty project, email and password. */
  path: (workspace: Workspace) => string
  /** Steps before the screenshot is taken. */
  act?: (page: Page, workspace: Workspace) => Promise<unknown>
  /** The owner of the full workspace, someone signed out, or someone who has just signed up. Default: owner. */
  as?: Visitor
  /** Default: all but 320, which only screens used every day have. */
  sizes?: readonly Size[]
  /** The whole page, not only what fits the window. */
  isWhole?: boolean
  chapter?: Exclude<Chapter, 'week'>
}

export const visitors = ['visitor', 'newcomer', 'owner'] as const
export type Visitor = (typeof visitors)[number]

export const every = ['1440', '1280', '820', '375', '320'] as const
/** Sizes with the sidebar, and with the bar at the bottom. */
export const wide = ['1440', '1280', '820'] as const
export const phone = ['375'] as const
/** For small dialogs and menus over a screen that is there in all sizes. */
export const ends = ['1440', '375'] as const

const usual: readonly Size[] = ['1440', '1280', '820', '375']

export const sizesOf = ({ sizes: own }: Screen): readonly Size[] => own ?? usual

export const fileOf = (name: string, size: Size, scheme: Scheme): string => `${name}.${size}.${scheme}.webp`

export const inProject =
  (path: string) =>
  ({ projectId }: Workspace): string =>
    `/${projectId}/${path}`

export const story =
  (title: string, rest = '') =>
  ({ projectId, storyIds }: Workspace): string =>
    `/${projectId}/stories/${storyIds.get(title) ?? ''}${rest}`

export const endpoint =
  (description: string) =>
  ({ projectId, endpointIds }: Workspace): string =>
    `/${projectId}/webhooks/${endpointIds.get(description) ?? ''}`

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').first().waitFor()
}

/** The calendar's grid is rendered after the first paint. */
export const hours = (page: Page) => page.locator('[data-date]').first().waitFor()
