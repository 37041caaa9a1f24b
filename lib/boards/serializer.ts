import { z } from 'zod'
import type { PinterestBoard, PinterestSection } from './contract'
import type { BoardRow, PinterestConnection } from './repository'

export type DefaultBoard = { default_board_id: string | null; default_board_name: string | null }

/** The default board in a connection's metadata. */
export function defaultBoardOf({ metadata }: Pick<PinterestConnection, 'metadata'>): DefaultBoard {
  const known = metadata as Record<string, unknown> | null
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    default_board_id: text(known?.default_board_id),
    default_board_name: text(known?.default_board_name),
  }
}

export const serializeBoard = (row: BoardRow, defaultBoardId: string | null): PinterestBoard => ({
  id: row.board_id,
  name: row.name,
  description: row.description,
  privacy: row.privacy,
  pin_count: row.pin_count,
  cover_image_url: row.cover_image_url,
  is_default: row.board_id === defaultBoardId,
  created_at: row.board_created_at?.toISOString() ?? null,
})

const Sections = z.array(z.object({ id: z.string(), name: z.string() }))

/** Null when not fetched yet. */
export const sectionsOf = (row: BoardRow): PinterestSection[] | null => Sections.safeParse(row.sections).data ?? null
